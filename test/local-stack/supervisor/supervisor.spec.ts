import { once } from 'node:events'
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import { chooseAddresses } from '#stack/addresses.ts'
import { freePort } from '#stack/free-port.ts'
import { readStackSettings } from '#stack/settings.ts'
import { keptSecret } from '#stack/supervisor/kept-secret.ts'
import { boundLogs, logFileOf } from '#stack/supervisor/logs.ts'
import { launchNode } from '#stack/supervisor/node-process.ts'
import {
  type Part,
  type PartDefinition,
  type PartEvents,
  supervisedPart,
  WrongSettingsOfPart,
} from '#stack/supervisor/part.ts'
import { projectFolder } from '#stack/supervisor/project-folder.ts'
import { readyOnce } from '#stack/supervisor/ready-once.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { within } from '#test/support/within.ts'

test('a killed part is started again within two seconds, and answers at the same address', async () => {
  const { part, address } = await standIn()
  await part.start()
  const first = await textAt(address)

  process.kill(Number(first), 'SIGKILL')

  // Its start itself takes as long as the machine needs.
  await within(2_000, () => expect(part.process()?.pid ?? Number(first)).not.toBe(Number(first)))
  await expect.poll(() => textAt(address)).not.toBe(first)
  expect(part.process()?.pid).toBe(Number(await textAt(address)))
})

test('a part that takes long to start is given up, unless it waits for an operator', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  let isReady = false
  const asked: string[] = []
  const needsSomebody = () => {
    asked.push('needs somebody?')
    return Promise.resolve(asked.length < 3)
  }
  const waiting = await standIn({}, {}, { isReady: () => Promise.resolve(isReady), needsSomebody })
  const started = waiting.part.start().then(() => 'started', String)
  await expect.poll(() => waiting.part.process()).toBeDefined()

  vi.setSystemTime(Date.now() + 120_000)

  expect(await started).toBe('Error: stand-in did not start')
  expect(asked).toHaveLength(3)

  isReady = true
  await waiting.part.start()
})

test('a part gets a secret as a value, also where its parent reads it from a file', async () => {
  vi.stubEnv('VAULT_KEY_FILE', '/run/secrets/vault_key')
  onTestFinished(() => void vi.unstubAllEnvs())
  const folder = await temporaryFolder('part')
  await mkdir(join(folder, 'logs'))
  const program = join(folder, 'show.mjs')
  await writeFile(program, 'console.log(process.env.VAULT_KEY, process.env.VAULT_KEY_FILE)')
  const child = await launchNode({
    name: 'show',
    folder,
    program: relative(projectFolder, program),
    environment: { VAULT_KEY: 'c0ffee' },
  })
  await once(child, 'exit')
  expect(await readFile(logFileOf(folder, 'show'), 'utf8')).toBe('c0ffee \n')
})

test('a stopped part drains its work, ends in order and stays stopped', async () => {
  const { part, address } = await standIn()
  await part.start()
  const child = part.process()
  const begun = await fetch(`${address}/slow?300`)

  await part.stop(Date.now() + 5_000)

  expect(await begun.text()).toBe(String(child?.pid))
  expect(child?.exitCode).toBe(0)
  expect(part.process()).toBeUndefined()
})

test('a part that does not end by the deadline is ended', async () => {
  const { part, address } = await standIn()
  await part.start()
  const child = part.process()
  const begun = await fetch(`${address}/slow?60000`)

  await part.stop(Date.now() + 300)

  expect(child?.signalCode).toBe('SIGKILL')
  await expect(begun.text()).rejects.toThrow('terminated')
})

test('a part that never comes up makes the start fail, after a bounded number of attempts', async () => {
  let attempts = 0
  const ended: PartEvents['ended'] = () => {
    attempts += 1
  }
  const { part } = await standIn({ PORT: 'none' }, { ended })

  await expect(part.start()).rejects.toThrow('stand-in did not start')
  expect(attempts).toBe(5)
})

test('a part that cannot run with its settings is not started again', async () => {
  let launched = 0
  const gaveUp = vi.fn<PartEvents['gaveUp']>()
  const { part } = await standIn(
    { PORT: '' },
    {
      launched: () => {
        launched += 1
      },
      gaveUp,
    },
  )
  await expect(part.start()).rejects.toThrow(WrongSettingsOfPart)
  expect(gaveUp.mock.calls).toEqual([['stand-in']])
  expect(launched).toBe(1)
})

test('a part that was ready is started again until nothing refuses it any more', async () => {
  const { part, address, refuse, events } = await refusable(new Set())
  await part.start()
  refuse(true)
  process.kill(Number(await textAt(address)), 'SIGKILL')
  await expect.poll(() => events).toContain('refused')
  await expect.poll(() => events.filter((event) => event === 'launched').length).toBeGreaterThan(3)
  expect(events).not.toContain('gave up')

  refuse(false)

  await expect.poll(() => events.at(-1)).toBe('ready')
  expect(await textAt(address)).toBe(String(part.process()?.pid))
  expect(events.filter((event) => event === 'refused')).toHaveLength(1)
})

test('a start waits for a part that was ready before with these settings', async () => {
  const { part, address, refuse, events } = await refusable(new Set(['stand-in']))
  refuse(true)
  const started = part.start()
  await expect.poll(() => events.filter((event) => event === 'launched').length).toBeGreaterThan(6)

  refuse(false)

  await started
  expect(await textAt(address)).toBe(String(part.process()?.pid))
})

test('what was ready is kept for its settings alone, and readable by its owner', async () => {
  const folder = await temporaryFolder('stack')
  const settings = { databaseUrl: 'postgres://dealer:secret@127.0.0.1/sarraf' }
  readyOnce(folder, settings).add('command')

  expect(readyOnce(folder, settings).has('command')).toBe(true)
  expect(readyOnce(folder, settings).has('query')).toBe(false)
  expect(readyOnce(folder, { databaseUrl: 'postgres://elsewhere' }).has('command')).toBe(false)
  const file = join(folder, 'ready-once.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(file, 'utf8')).not.toContain('secret')
  await writeFile(file, 'half')
  expect(readyOnce(folder, settings).has('command')).toBe(false)
})

test('a process that has lost its supervisor ends by itself, in order', async () => {
  const { part } = await standIn()
  await part.start()
  const child = part.process()

  child?.disconnect()

  await expect.poll(() => child?.exitCode).toBe(0)
})

test('a secret is created once, readable by its owner alone, and never replaced', async () => {
  const file = join(await temporaryFolder('stack'), 'vault.key')

  const secret = keptSecret(file, 32)

  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(keptSecret(file, 32)).toBe(secret)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await writeFile(file, 'half a sec')
  expect(() => keptSecret(file, 32)).toThrow('DATA_DIR is damaged')
})

test('a secret that every user of the machine may read is not used', async () => {
  const file = join(await temporaryFolder('stack'), 'vault.key')
  const secret = keptSecret(file, 32)
  await chmod(file, 0o644)
  expect(() => keptSecret(file, 32)).toThrow(`${file} is open to every user of this machine`)
  await chmod(file, 0o600)
  expect(keptSecret(file, 32)).toBe(secret)
})

test('a key that is given is kept in a new folder', async () => {
  const folder = await temporaryFolder('stack')
  const given = { DATA_DIR: folder, VAULT_KEY: 'A'.repeat(64), NOTARY_KEY: 'b'.repeat(64) }
  const silent = () => undefined

  const first = await chooseAddresses(readStackSettings(settingsFrom(given)), silent)
  expect([first.vaultKey, first.notaryKey]).toEqual(['a'.repeat(64), 'b'.repeat(64)])
  expect(await readFile(join(folder, 'vault.key'), 'utf8')).toBe(`${'a'.repeat(64)}\n`)

  const second = await chooseAddresses(
    readStackSettings(settingsFrom({ DATA_DIR: folder })),
    silent,
  )
  expect(second).toMatchObject({ vaultKey: first.vaultKey, signInKey: first.signInKey })
})

test('a log stays within its limit while its writer continues', async () => {
  const folder = await temporaryFolder('stack')
  await writeFile(join(folder, 'command.log'), 'x'.repeat(100))

  boundLogs(folder, 50)()

  expect((await stat(join(folder, 'command.log'))).size).toBe(0)
  expect(await readFile(join(folder, 'command.log.1'), 'utf8')).toBe('x'.repeat(100))
})

async function standIn(
  environment: Readonly<Record<string, string>> = {},
  events: Partial<PartEvents> = {},
  definition: Partial<PartDefinition> = {},
  { ready, isRefused }: Partial<Refusable> = {},
): Promise<{ part: Part; address: string }> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const folder = await temporaryFolder('stack')
  await mkdir(join(folder, 'logs'))
  const part = supervisedPart(
    {
      name: 'stand-in',
      launch: () =>
        launchNode({
          name: 'stand-in',
          folder,
          program: 'test/support/stand-in.ts',
          environment: { PORT: isRefused?.() ? '' : String(port), ...environment },
        }),
      isReady: () =>
        textAt(address).then(
          () => true,
          () => false,
        ),
      stopSignal: 'SIGTERM',
      killSignal: 'SIGKILL',
      ...definition,
    },
    {
      launched: () => undefined,
      ended: () => undefined,
      gaveUp: () => undefined,
      refused: () => undefined,
      ready: () => undefined,
      ...events,
    },
    { has: (name) => ready?.has(name) === true, add: (name) => void ready?.add(name) },
  )
  onTestFinished(() => part.stop(Date.now() + 100))
  return { part, address }
}

interface Refusable {
  /** The parts that have been ready. */
  readonly ready: Set<string>
  readonly isRefused: () => boolean
}

/** A part that something can refuse, and what happens to it. */
async function refusable(ready: Set<string>) {
  let isRefused = false
  const events: string[] = []
  const note = (event: string) => () => void events.push(event)
  const noted = {
    launched: note('launched'),
    gaveUp: note('gave up'),
    refused: note('refused'),
    ready: note('ready'),
  }
  const running = await standIn({}, noted, {}, { ready, isRefused: () => isRefused })
  const refuse = (refused: boolean) => {
    isRefused = refused
  }
  return { ...running, events, refuse }
}

const textAt = async (address: string) => (await fetch(address)).text()
