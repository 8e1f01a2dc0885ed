// @module-tag embedded-node

import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { NewEvent } from '#kernel/platform/event-store/event-store.ts'
import { storeForThisTest } from '#test/shared-kernel/platform/event-store/support.ts'
import { embeddedNodeForThisTest } from '#test/support/embedded-node.ts'
import { type Place, placeForStacks, stopInTime } from '#test/support/running-stack.ts'

const LARGE = 15 * 1024 * 1024
const A_PAGE = 500
/** A faster one says nothing of the neighbour. */
const A_START_MS = 5_000

const scanned = (bytes: number): NewEvent => ({
  id: randomUUID(),
  type: 'Scanned',
  data: { text: 'x'.repeat(bytes) },
  metadata: {},
})

/** What another program writes into the same store. */
async function neighbourWrites(url: string, count: number, bytes: number) {
  const neighbour = storeForThisTest(url)
  const atOnce = bytes === LARGE ? 1 : A_PAGE
  for (let written = 0; written < count; written += atOnce) {
    const events = Array.from({ length: atOnce }, () => scanned(bytes))
    await neighbour.append(`scans-${randomUUID()}`, events, 'no_stream')
  }
}

async function residentMiB(place: Place) {
  const { pids } = await place.stackFile()
  const sizes = Object.values(pids).map(async (pid) => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

async function started(place: Place, url: string) {
  const stack = await place.start({ EVENTSTORE_URL: url })
  const memory = await residentMiB(place)
  await stopInTime(stack)
  return { ms: stack.startedInMs, memory, output: stack.output() }
}

test.for([
  ['large', 40, LARGE],
  ['small', 100_000, 100],
] as const)(
  'the events of another program, %s ones, delay no start: before ours, between them and behind them',
  { timeout: 400_000 },
  async ([, count, bytes]) => {
    const alone = await embeddedNodeForThisTest({ version: '26.1.0' })
    const placeAlone = await placeForStacks()
    const first = await started(placeAlone, alone.url)
    const again = await started(placeAlone, alone.url)

    const shared = await embeddedNodeForThisTest({ version: '26.1.0' })
    const place = await placeForStacks()
    await neighbourWrites(shared.url, count, bytes)
    const firstBeside = await started(place, shared.url)
    await neighbourWrites(shared.url, bytes === LARGE ? 4 : A_PAGE, bytes)
    const stack = await place.start({ EVENTSTORE_URL: shared.url })
    await neighbourWrites(shared.url, bytes === LARGE ? 4 : A_PAGE, bytes)
    await stopInTime(stack)
    const againBeside = await started(place, shared.url)

    expect(firstBeside.ms).toBeLessThan(2 * Math.max(first.ms, A_START_MS))
    expect(againBeside.ms).toBeLessThan(2 * Math.max(again.ms, A_START_MS))
    expect(againBeside.memory - again.memory).toBeLessThan(50)
    expect(firstBeside.output + againBeside.output).not.toMatch(/replacing the client|dropped/)
  },
)
