import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RegisterEvent, registerEvents } from '#kernel/events/customer-event.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import { rebuild } from '#projections/runtime/rebuild/rebuild.ts'
import { disturbedProjection, untilNothingIsParked } from '#test/projections/crashes.ts'
import { type Dealer, dealerForThisTest } from '#test/projections/dealer.ts'
import { happen, histories } from '#test/projections/histories.ts'
import { companies, recordId } from '#test/projections/history-steps.ts'
import { accountingOf, syncedLists } from './accounting.ts'
import { companyCalling, queryServiceFor } from './query-service.ts'

const LONG_ENOUGH_MS = 30_000
const MOST_RUNS = 40
const disturbances = [
  'none',
  'restart',
  'connections break',
  'another takes over',
  'rebuild',
] as const

test('a client that follows changes misses nothing, even after crashes', async () => {
  const dealer = await dealerForThisTest()
  const disturb = disturber(dealer)
  const baseUrl = await queryServiceFor(dealer)
  const apis = await Promise.all(companies.map((id) => companyCalling(dealer, baseUrl, id)))
  await dealer.untilShown()
  const offices = apis.map(accountingOf)

  // Histories are random, so some lists get their first item late.
  const isSomeListEmpty = () =>
    offices.some((office) => office.listsWithItems().length < syncedLists.length)
  const until = Date.now() + LONG_ENOUGH_MS
  for (
    let run = 0;
    Date.now() < until || run < disturbances.length || (isSomeListEmpty() && run < MOST_RUNS);
    run++
  ) {
    const [scripts = []] = fc.sample(histories({ writers: 8, steps: 40 }), 1)
    const how = disturbances[run % disturbances.length] ?? 'none'
    await Promise.all([happen(dealer, `run${run}`, scripts), register(dealer, run), disturb(how)])
  }
  await untilNothingIsParked(dealer)

  for (const office of offices) {
    expect(await office.differences()).toEqual([])
    expect(office.listsWithItems()).toEqual(syncedLists)
  }
})

/** What the panel knows of people; none of the histories has it. */
async function register(dealer: Dealer, run: number) {
  for (const companyId of companies) {
    const id = recordId(`${companyId} ${run % 3}`)
    const event: RegisterEvent = {
      type: 'RegisterEventRecorded',
      data: {
        companyId,
        registerEventId: id,
        customerId: null,
        personRef: 'person1',
        eventDate: '2026-11-20T09:45:00Z',
        recordLevel: run % 5,
        entry: { idNo: '10000000146', comment: `${run}` },
      },
    }
    await dealer.write(registerEvents, id, event, { companyId })
  }
}

function disturber(dealer: Dealer) {
  const disturb = disturbedProjection(dealer)
  return (how: (typeof disturbances)[number]) => {
    const maxBatch = 1 + Math.floor(Math.random() * 9)
    return how === 'rebuild' ? rebuilt(dealer) : disturb(how, maxBatch)
  }
}

async function rebuilt({ databases, eventStore, vault }: Dealer) {
  const { signal: stop } = new AbortController()
  const { outcome } = await rebuild(
    {
      definition: readModels,
      databaseUrl: databases.projections,
      eventStore,
      vault,
      logger: silentLogger,
    },
    {
      serving: 'read_model',
      from: 'next',
      acceptDifferences: false,
      stop,
      watch: { enter: () => undefined, move: () => undefined },
    },
  )
  expect(outcome).toBe('switched')
}
