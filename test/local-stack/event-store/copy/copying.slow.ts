// @module-tag embedded-node

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { embeddedProcessForThisTest } from '#test/support/embedded-node.ts'
import { type EventStoreProcess } from '#test/support/event-store.ts'
import { clientOf, manyDrafted, newStream } from '../official-client.ts'

const program = fileURLToPath(import.meta.resolve('#stack/event-store/copy/main.ts'))
const STREAMS = 1200
const KILLS = 4

test('a copy that is killed repeatedly, like its target, duplicates nothing and completes', async () => {
  const source = await embeddedProcessForThisTest()
  const target = await embeddedProcessForThisTest()
  const total = await fill(source)
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const copy = startCopy(source, target)
    await untilTargetHas(target, Math.floor((total * kill) / (KILLS + 3)))
    copy.process.kill('SIGKILL')
    await copy.ended
  }
  const last = startCopy(source, target)
  await untilTargetHas(target, Math.floor((total * (KILLS + 1)) / (KILLS + 3)))
  await target.stop('SIGKILL')
  await target.start()
  const report = await last.ended
  expect(last.process.exitCode).toBe(0)
  expect(JSON.parse(report)).toMatchObject({ equal: true, source: { events: total } })
  expect(await rowsOf(target)).toEqual(await rowsOf(source))
})

function startCopy(source: EventStoreProcess, target: EventStoreProcess) {
  const parameters = [program, 'copy', '--from', source.url, '--to', target.url]
  const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { process: child, ended: outputOf(child) }
}

async function outputOf(child: ChildProcess): Promise<string> {
  const exited = once(child, 'exit')
  const output = child.stdout === null ? '' : await text(child.stdout)
  await exited
  return output
}

/** Streams take turns, so that nearly each event is an append of its own. */
async function fill({ url }: EventStoreProcess): Promise<number> {
  const client = clientOf(url)
  const streams = Array.from({ length: STREAMS }, () => newStream())
  for (const [expectedRevision, size] of [
    ['no_stream', 1],
    [0n, 2],
  ] as const) {
    await Promise.all(
      streams.map((stream) =>
        client.appendToStream(stream, manyDrafted(size), { expectedRevision }),
      ),
    )
  }
  await client.deleteStream(streams[0] ?? '')
  await client.tombstoneStream(streams[1] ?? '')
  return STREAMS * 3 + 2
}

async function untilTargetHas(target: EventStoreProcess, count: number) {
  const hasSo = async () => {
    const [last] = await query(target, 'select count(*)::int as count from event_store.events')
    expect(last?.['count']).toBeGreaterThanOrEqual(count)
  }
  await vi.waitFor(hasSo, { timeout: 60_000, interval: 20 })
}

const rowsOf = (node: EventStoreProcess) =>
  query(
    node,
    `select position, stream, revision, case type when '$streamDeleted' then null else id end as id,
      type, encode(data, 'escape') as data from event_store.events order by position`,
  )

async function query({ databaseUrl }: EventStoreProcess, statement: string) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(statement)
  await client.end()
  return rows
}
