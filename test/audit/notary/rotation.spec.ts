import { randomBytes, randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openChainCheck } from '#audit/verification/chain-check.ts'
import { KEYS_STREAM } from '#kernel/events/notary.ts'
import { keysTrustedWith, succession } from '#kernel/platform/log-chain/key-succession.ts'
import { startNotary } from '#kernel/platform/log-chain/notary.ts'
import { pinsFrom } from '#kernel/platform/log-chain/pins.ts'
import { type NotaryKey, notaryKey } from '#kernel/platform/log-chain/signed-head.ts'
import { keySuccessionsIn } from '#kernel/platform/log-chain/signed-in-log.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { succeed } from '#operator/notary/succeed.ts'
import { evidenceForThisTest } from '#test/shared-kernel/platform/log-chain/support.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'

type Evidence = Awaited<ReturnType<typeof evidenceForThisTest>>

test('either key verifies signatures of both, though the rotation is killed at each step', async () => {
  const evidence = await evidenceForThisTest()
  const { eventStore, vault, pool, witness, witnessFile: file } = evidence
  const [key, successor, other] = [newKey(), newKey(), newKey()]
  evidence.follow()
  await evidence.happens('customer-1', 3)
  await signed(evidence, key, 3)

  const commandId = randomUUID()
  const system = { eventStore, vault, pool }
  const killed = () => Promise.reject(new Error('killed'))
  const beforeWitness = { witness: { keepSuccession: killed }, file, commandId }
  await expect(succeed(system, { key, successor }, beforeWitness)).rejects.toThrow('killed')
  const beforeLog = { ...system, eventStore: { ...eventStore, append: killed } }
  await expect(
    succeed(beforeLog, { key, successor }, { witness, file, commandId }),
  ).rejects.toThrow('killed')
  const said = await succeed(system, { key, successor }, { witness, file, commandId })
  const again = { witness: { keepSuccession: killed }, file, commandId: randomUUID() }
  expect(await succeed(system, { key, successor }, again)).toEqual(said)
  expect(await eventStore.readStream(KEYS_STREAM, { maxCount: 9 })).toHaveLength(1)
  await expect(succeed(system, { key: other, successor }, again)).rejects.toThrow(
    'NOTARY_KEY is not the key that signs this log',
  )

  await evidence.happens('customer-2', 3)
  await signed(evidence, successor, 8)
  for (const { publicKey } of [key, successor]) {
    const findings = await checked(evidence, publicKey)
    expect(findings.signatures).toMatchObject({ fault: undefined })
    expect(findings.signatures.keyIds).toHaveLength(2)
    expect(findings.pinned).toMatchObject({ fault: undefined, pins: 2 })
  }
  await expect(checked(evidence, other.publicKey)).rejects.toThrow('that --key did not sign')
})

test('a key that only itself calls a successor is not trusted', () => {
  const [key, thief] = [newKey(), newKey()]
  const { signature: ofThief } = succession(thief, thief)
  const sound = succession(key, thief)
  expect(keysTrustedWith(key.publicKey, [{ ...sound, signature: ofThief }])).toEqual(
    new Set([key.publicKey]),
  )
  expect(keysTrustedWith(key.publicKey, [{ ...sound, successorSignature: ofThief }])).toEqual(
    new Set([key.publicKey]),
  )
  expect(keysTrustedWith(key.publicKey, [sound])).toEqual(new Set([key.publicKey, thief.publicKey]))
})

const newKey = () => notaryKey(randomBytes(32))

/** Lets a notary sign up to an event, once, and ends it. */
async function signed(
  { pool, eventStore, vault, witness, chained }: Evidence,
  key: NotaryKey,
  count: number,
) {
  await chained(count)
  const options = { pool, eventStore, vault, key, witness, intervalMs: 20, logger: silentLogger }
  const notary = startNotary(options)
  onTestFinished(notary.close)
  await vi.waitFor(() => expect(notary.status().count).toBeGreaterThanOrEqual(count), {
    timeout: LONGEST_WAIT_MS,
    interval: 20,
  })
  await notary.close()
}

async function checked({ pool, eventStore: log, log: events, witnessFile }: Evidence, key: string) {
  const pins = await pinsFrom({ key, witness: witnessFile }, await keySuccessionsIn(log))
  const check = await openChainCheck({ pool, log, upTo: await log.headOfLog(), pins })
  await check.see(await events())
  return check.end()
}
