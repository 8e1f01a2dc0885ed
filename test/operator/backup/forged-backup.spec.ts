import { createHash } from 'node:crypto'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { eventHash, GENESIS, nextHead } from '#kernel/platform/log-chain/event-hash.ts'
import { isCounted } from '#operator/archive/check-archive.ts'
import { eventIn, openedEvent } from '#operator/archive/event-lines.ts'
import { type Manifest, manifestText, readManifest } from '#operator/archive/manifest.ts'
import { LOG_FILE } from '#operator/archive/names.ts'
import { operator } from '#test/operator/command-line.ts'
import { newFolder, removeFolder } from '#test/support/folders.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer } from '#test/support/system-dealer.ts'

const system = systemForThisFile()
const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => removeFolder(folder))))

async function folderOfThisFile() {
  const folder = await newFolder('backup')
  folders.push(folder)
  return folder
}

function variables() {
  // The tests' server refuses our processes as the administrator, whom these commands need.
  const administrator = new URL(system.databaseUrl)
  administrator.searchParams.set('application_name', 'test')
  const { eventStoreUrl, vaultKey } = system
  return { DATABASE_URL: administrator.href, EVENTSTORE_URL: eventStoreUrl, VAULT_KEY: vaultKey }
}

let taken: Promise<string> | undefined

/** A backup of its own for the running test. */
async function backup(): Promise<string> {
  taken ??= (async () => {
    await newDealer(system)
    const folder = join(await folderOfThisFile(), 'backup')
    const { exitCode, stderr } = await operator(['backup', '--to', folder], variables())
    expect([exitCode, stderr]).toEqual([0, expect.any(String)])
    return folder
  })()
  const copy = join(await folderOfThisFile(), 'copy')
  await cp(await taken, copy, { recursive: true })
  return copy
}

/** Into the system that runs: what passes all checks of the backup ends there. */
const restore = (folder: string, ...options: readonly string[]) =>
  operator(['restore', '--from', folder, ...options], variables())

const NOT_EMPTY = expect.stringMatching(/A restore needs an empty database/)

/** What an attacker without any key can do: the log ends earlier, and everything that anybody can compute fits. */
async function cutOff(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const lines = gunzipSync(await readFile(join(folder, LOG_FILE)))
    .toString()
    .trimEnd()
    .split('\n')
  const kept = lines.slice(0, -3)
  const content = gzipSync(`${kept.join('\n')}\n`)
  await writeFile(join(folder, LOG_FILE), content)
  const counted = kept.map(eventIn).filter(isCounted)
  const head = counted.reduce((one, event) => nextHead(one, eventHash(openedEvent(event))), GENESIS)
  const file = {
    name: LOG_FILE,
    lines: kept.length,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }
  const cut = {
    ...manifest,
    log: { ...manifest.log, events: counted.length, head: head.toString('hex') },
    files: manifest.files.map((one) => (one.name === LOG_FILE ? file : one)),
  }
  await writeFile(join(folder, 'manifest.json'), manifestText(cut))
  return cut
}

async function withoutMac(folder: string, written: Manifest) {
  const { mac: _, ...manifest } = written
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
}

test('a whole backup passes, with a head that was kept elsewhere too', async () => {
  const folder = await backup()
  const { log, mac } = await readManifest(folder)
  expect(mac).toMatch(/^[0-9a-f]{40}$/)
  expect((await restore(folder)).stderr).toEqual(NOT_EMPTY)
  expect((await restore(folder, '--head', `${log.events}:${log.head}`)).stderr).toEqual(NOT_EMPTY)
})

test('a backup whose log was cut off, with everything that needs no key computed again, is refused', async () => {
  const folder = await backup()
  const cut = await cutOff(folder)
  const changed = expect.stringContaining('manifest.json is not what was written')
  expect(await restore(folder)).toMatchObject({ exitCode: 1, stderr: changed })

  await withoutMac(folder, cut)
  const refused = await restore(folder)
  expect([refused.exitCode, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/manifest\.json is damaged\.\n$/),
  ])
})

test.each(['takenAt', 'product', 'vaultKeyId'] as const)(
  'no %s of a manifest can be changed',
  async (member) => {
    const folder = await backup()
    const manifest = { ...(await readManifest(folder)), [member]: 'another' }
    await writeFile(join(folder, 'manifest.json'), manifestText(manifest))
    expect((await restore(folder)).stderr).toContain('manifest.json is not what was written')
  },
)
