import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { CliCommand } from '#kernel/platform/cli/command.ts'
import { openHealthServer } from '#kernel/platform/process/health-server.ts'
import { readManifest } from '#operator/archive/manifest.ts'
import { feedAnswers } from '#publishing/kafka/health-server.ts'
import { createStatusBoard } from '#publishing/kafka/status.ts'
import { statusCommand } from '#publishing/kafka/status-command.ts'
import { freePort } from '#stack/free-port.ts'
import { operator } from '#test/operator/command-line.ts'
import { execute } from '#test/support/execute.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { withLog } from '#test/support/with-log.ts'
import { auditPageForThisFile } from '../page/running-page.ts'
import { atTheConsole } from './visiting.ts'

const HOST = '127.0.0.1'
const system = systemForThisFile()
const feedPort = await freePort()
const FEED_URL = `http://${HOST}:${feedPort}`
const page = auditPageForThisFile(system, { FEED_URL })

const factIn = (shown: string, name: string) =>
  new RegExp(`<dt>${name}</dt><dd>([^<]*)</dd>`, 'g').exec(shown)?.[1]?.replaceAll(',', '')

/** What a command prints, as one line of JSON. */
async function printed(command: CliCommand, environment: Readonly<Record<string, string>>) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  await command.run([], { environment, stdin: new PassThrough(), stdout, stderr })
  return String(stdout.read())
}

const Feed = Compile(
  Type.Object({
    state: Type.String(),
    position: Type.Integer(),
    head: Type.Integer(),
    lagEvents: Type.Integer(),
  }),
)

test('system shows the feed as `feed status` does, and is red while it does not answer', async () => {
  const owner = await atTheConsole(page.url, await newDealer(system))
  const read = async () => (await owner.get('/console/system?lang=en')).page
  const silent = await read()
  expect(silent).toContain('Somebody has to act: Kafka feed')
  expect(silent).toContain('<strong>does not answer</strong>')
  await withLog(system, async ({ eventStore: log }) => {
    const board = createStatusBoard()
    board.publishing(await log.headOfLog())
    await newDealer(system)
    const answers = feedAnswers({ status: board.current, log: () => log })
    const server = { host: HOST, port: feedPort, registry: undefined }
    const feed = await openHealthServer(server, answers)
    onTestFinished(feed.close)
    const environment = { FEED_URL, KAFKA_BROKERS: 'kafka:9092' }
    // Another process may record an event between the two.
    await vi.waitFor(
      async () => {
        const { state, position, head, lagEvents } = Feed.Parse(
          JSON.parse(await printed(statusCommand, environment)),
        )
        const shown = await read()
        expect(shown).toContain('Nothing is wrong, and this was never done: ')
        expect(lagEvents).toBeGreaterThan(0)
        expect(shown).toContain(`<strong>${state}</strong>`)
        expect(factIn(shown, 'Published up to position')).toBe(String(position))
        expect(factIn(shown, 'Head of the log')).toBe(String(head))
        const tile = shown.slice(shown.indexOf('id="feed"'))
        expect(factIn(tile, 'Events behind the log')).toBe(String(lagEvents))
      },
      { timeout: LONGEST_WAIT_MS, interval: 100 },
    )
  })
})

function backUp(to: string) {
  // The tests' server refuses our processes as the administrator, whom the command needs.
  const administrator = new URL(system.databaseUrl)
  administrator.searchParams.set('application_name', 'test')
  const { eventStoreUrl, vaultKey } = system
  return operator(['backup', '--to', to], {
    DATABASE_URL: administrator.href,
    EVENTSTORE_URL: eventStoreUrl,
    VAULT_KEY: vaultKey,
  })
}

test('system shows the last backup as its manifest does, and none that failed', async () => {
  const owner = await atTheConsole(page.url, await newDealer(system))
  const backups = async () => {
    const { page: shown } = await owner.get('/console/system?lang=en')
    return shown.slice(shown.indexOf('id="backups"'), shown.indexOf('id="versions"'))
  }
  const folder = await temporaryFolder('backup')
  await writeFile(join(folder, 'taken'), '')

  expect((await backUp(folder)).exitCode).toBe(1)
  expect(await backups()).toContain('<p>never</p>')
  const to = join(folder, 'backup')
  expect((await backUp(to)).exitCode).toBe(0)

  const { takenAt, log, files } = await readManifest(to)
  const shown = await backups()
  expect(shown).toContain(`<time datetime="${takenAt}"`)
  expect(factIn(shown, 'Events in it')).toBe(String(log.events))
  expect(factIn(shown, 'Files')).toBe(String(files.length))

  // As where a backup made the table before the database was prepared for this version.
  await execute(system.databaseUrl, 'revoke select on audit.backup from sarraf_auditor')
  expect(await backups()).toContain('<p>never</p>')
})

test('a backup that the database cannot record is complete, and says so', async () => {
  const folder = await temporaryFolder('backup')
  await execute(
    system.databaseUrl,
    'alter table audit.backup add constraint planted check (false) not valid',
  )
  onTestFinished(() =>
    execute(system.databaseUrl, 'alter table audit.backup drop constraint planted'),
  )
  const { exitCode, stderr } = await backUp(join(folder, 'backup'))
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('did not record it')])
})
