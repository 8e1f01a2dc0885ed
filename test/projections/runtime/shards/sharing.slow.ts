import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { followReadProgress } from '#kernel/platform/read-progress/read-progress.ts'
import { replayAndCompare } from '#projections/runtime/rebuild/replay.ts'
import { type Dealer, dealerForThisTest } from '#test/projections/dealer.ts'
import { followByUpdatedAt } from '#test/projections/poller.ts'
import {
  keepWriting,
  type ProjectionsProcess,
  startProcess,
} from '#test/projections/projections-process.ts'
import { differences } from '#test/support/read-model-fold.ts'
import { rebuildOf, sourcesOf } from '../rebuild/rebuilding.ts'
import { checkpointNames, companies, customersCome, named } from './customers-of-companies.ts'

const WITHIN = { timeout: 30_000, interval: 50 }

const untilTheyLead = (processes: readonly ProjectionsProcess[], counts: readonly number[]) =>
  vi.waitFor(async () => {
    const led = await Promise.all(processes.map((each) => each.led()))
    expect(led.map((names) => names.length)).toEqual(counts)
    expect(new Set(led.flat()).size).toBe(led.flat().length)
  }, WITHIN)

/** What is written now is shown, also to a client that waits for it. */
async function untilEverythingIsShown({ databases, eventStore }: Dealer) {
  const { query: databaseUrl } = databases
  const progress = followReadProgress({ schema: 'read_model', databaseUrl, logger: silentLogger })
  onTestFinished(progress.close)
  expect(await progress.waitFor(await eventStore.headOfLog(), 30_000)).toBe(true)
}

test('processes share the shards, take over from one another, and divide them under load', async () => {
  const dealer = await dealerForThisTest()
  const one = await startProcess(dealer, 2)
  const other = await startProcess(dealer, 2)
  const stopWriting = keepWriting(dealer, companies)
  await untilEverythingIsShown(dealer)
  const client = followByUpdatedAt(dealer)
  await untilTheyLead([one, other], [1, 1])

  one.child.kill('SIGKILL')
  await once(one.child, 'exit')
  await untilTheyLead([other], [2])
  await untilEverythingIsShown(dealer)

  const third = await startProcess(dealer, 4)
  await untilTheyLead([other, third], [2, 2])
  await untilEverythingIsShown(dealer)

  other.child.kill('SIGSTOP')
  await untilTheyLead([third], [4])
  await untilEverythingIsShown(dealer)
  other.child.kill('SIGCONT')
  await untilTheyLead([other, third], [2, 2])

  await stopWriting()
  expect(await differences(dealer)).toEqual([])
  expect(await client.missed()).toEqual([])
  const { signal: stop } = new AbortController()
  const scratch = { schema: 'read_model_scratch', serving: 'read_model', stop }
  expect(await replayAndCompare(sourcesOf(dealer), scratch)).toMatchObject({ differences: 0 })
}, 120_000)

test('divided tables are verified and rebuilt while events come', async () => {
  const dealer = await dealerForThisTest()
  dealer.project({ shards: 4 })
  await customersCome(dealer, 60)
  await dealer.untilShown()
  const { signal } = new AbortController()
  const writing = customersCome(dealer, 200)
  const replayed = await replayAndCompare(sourcesOf(dealer), {
    schema: 'read_model_scratch',
    serving: 'read_model',
    stop: signal,
  })
  expect(replayed).toMatchObject({ differences: 0, parked: 0 })
  expect(replayed.rows).toBeGreaterThan(0)
  const rebuilt = await rebuildOf(dealer)
  expect(rebuilt).toMatchObject({ outcome: 'switched', parked: 0 })
  expect(rebuilt.comparison).toMatchObject({ differences: 0 })
  await writing
  expect(await checkpointNames(dealer)).toEqual(named(4))
  expect(await differences(dealer)).toEqual([])
  await dealer.rows(`update read_model.customer set phone = '1' where id = '${companies[3]}-3'`)
  expect((await rebuildOf(dealer)).outcome).toBe('differs')
})
