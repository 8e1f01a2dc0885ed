import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { KEYS_STREAM } from '#kernel/events/notary.ts'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import { notaryKey } from '#kernel/platform/log-chain/signed-head.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { audit, variablesOf } from '#test/audit/auditing.ts'
import { noMacs } from '#test/support/no-macs.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { folderForThisFile } from '#test/support/temporary-folder.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'
import { killsUntilDone } from './kills-until-done.ts'
import { exited, startOperator } from './operator-process.ts'

const SOON = { timeout: 40_000, interval: 100 }
const LOOK_AGAIN_MS = 1

const folder = await folderForThisFile('notary')
const witness = join(folder, 'witness.ndjson')
const newKeyFile = join(folder, 'new-notary.key')
const key = randomBytes(32).toString('hex')
const system = systemForThisFile({
  NOTARY_KEY: key,
  NOTARY_INTERVAL_SECONDS: '1',
  NOTARY_WITNESS: witness,
})
const rotate = ['notary', 'rotate', `--new-key-file=${newKeyFile}`]

test('the key of the notary is followed by another, by a command that is killed with kill -9', async () => {
  const { api } = await newDealer(system)
  createdIn(await api.post('/v1/expenses', manual()))
  await expect.poll(() => existsSync(witness), SOON).toBe(true)

  expect(await killedAsSoonAs(() => Promise.resolve(existsSync(newKeyFile)))).toBe('SIGKILL')
  const successor = await keyIn(newKeyFile)
  // Only the event is left to be written then: on a busy machine the command may be faster than the kill.
  await killedAsSoonAs(async () => (await successions()).length > 0)
  expect(await killsUntilDone(rotate, variables())).toBeGreaterThan(1)
  expect(await keyIn(newKeyFile)).toBe(successor)

  expect(await successions()).toHaveLength(1)
  expect(await keysInLog()).toHaveLength(1)
  for (const each of [key, successor]) {
    const { publicKey } = notaryKey(Buffer.from(each, 'hex'))
    const pins = ['--key', publicKey, '--witness', witness]
    const { exitCode, stderr } = await audit(['verify', ...pins], variablesOf(system))
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('chain: ok')])
  }
})

const variables = () => ({
  DATABASE_URL: system.databases.command,
  EVENTSTORE_URL: system.eventStoreUrl,
  VAULT_KEY: system.vaultKey,
  NOTARY_KEY: key,
  NOTARY_WITNESS: witness,
})

async function killedAsSoonAs(isDue: () => Promise<boolean>) {
  const { child } = startOperator(rotate, variables())
  while (child.exitCode === null && !(await isDue())) await pause(LOOK_AGAIN_MS)
  child.kill('SIGKILL')
  await exited(child)
  return child.signalCode
}

const keyIn = async (file: string) => (await readFile(file, 'utf8')).trim()

/** The lines of the witness that say that one key is followed by another. */
const successions = async () =>
  (await readFile(witness, 'utf8')).split('\n').filter((line) => line.includes('"successor"'))

async function keysInLog() {
  const url = system.eventStoreUrl
  const store = connectEventStore({ url, logger: silentLogger, macs: noMacs })
  try {
    return await store.readStream(KEYS_STREAM, { maxCount: 9 })
  } finally {
    await store.close()
  }
}
