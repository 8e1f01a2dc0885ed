import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { WEBHOOKS_SCHEMA } from '#kernel/platform/database/grants.ts'
import { makeTables, openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { backlogsIn } from '#kernel/platform/webhooks/backlogs.ts'
import { deliveryStore } from '#publishing/webhooks/store/open-store.ts'
import type { Due } from '#publishing/webhooks/store/store.ts'
import { webhookTables } from '#publishing/webhooks/store/tables.ts'
import { cover } from '#test/support/cover.ts'
import { databaseOfRoleForThisTest } from '#test/support/database.ts'
import { type Chance, deeds, ENDPOINTS, type Run } from './store-deeds.ts'
import { dueIn, emptyStore, headsOf, nextReplayIn } from './store-model.ts'

const tables = ['place', 'endpoint', 'delivery', 'attempt', 'replay', 'failing']
const names = Object.keys(deeds)

const Deeds = fc.array(
  fc.record({
    // Without a log nothing else can be done.
    name: fc.oneof(
      fc.constant('distributes'),
      fc.constantFrom(...names),
      fc.constantFrom(...names),
    ),
    which: fc.nat(20),
    count: fc.integer({ min: 1, max: 5 }),
    isIt: fc.boolean(),
  }),
  { minLength: 10, maxLength: 30 },
)

test('whatever is done, the statements say what the plain model says', async () => {
  const url = await databaseOfRoleForThisTest('webhooks')
  const pool = openPool(url, { logger: silentLogger, max: 2, name: 'test' })
  onTestFinished(() => pool.end())
  const client = await pool.connect()
  onTestFinished(() => client.release())
  await makeTables(client, { schema: WEBHOOKS_SCHEMA, definitions: webhookTables })
  const store = deliveryStore(client)
  const done = cover(...names)

  await done.assert(
    fc.asyncProperty(Deeds, async (all) => {
      await client.query(`truncate ${tables.map((name) => `webhooks.${name}`).join(', ')}`)
      const run: Run = { store, pool, model: emptyStore, taken: [], turns: 0 }
      for (const { name, ...chance } of all) {
        done.count(name)
        await deeds[name]?.(run, chance)
        await expectAlike(run, chance)
        run.taken = headsOf(run.model.waiting).slice(0, 2)
      }
      await expectFigures(run)
    }),
    { numRuns: 25 },
  )
})

async function expectAlike({ store, pool, model }: Run, { which, count }: Chance) {
  const { rows: kept } = await pool.query(
    `select endpoint_id, position::text, is_head, attempts from webhooks.delivery order by delivery.position`,
  )
  const heads = headsOf(model.waiting)
  const inOrder = model.waiting.toSorted((one, other) => (one.position < other.position ? -1 : 1))
  expect(kept).toEqual(
    inOrder.map((one) => ({
      endpoint_id: one.endpointId,
      position: String(one.position),
      is_head: heads.includes(one),
      attempts: one.attempts,
    })),
  )
  const { rows: failing } = await pool.query('select endpoint_id from webhooks.failing order by 1')
  expect(failing.map(({ endpoint_id }) => endpoint_id)).toEqual([...model.failing].toSorted())
  const [endpointId = '', except, behind] = [
    ENDPOINTS[which % 2],
    count > 3 ? ['customer 1'] : [],
    ['', 'a', 'b'][which % 3] ?? '',
  ]
  const due = dueIn(model, endpointId, except)
  expect(placesOf(await store.due(endpointId, except, 10))).toEqual(placesOf(due))
  const untried = await store.untried(endpointId, except)
  const isReplayed = model.replays.some((one) => one.endpointId === endpointId)
  const possible = isReplayed ? [] : due.filter(({ attempts }) => attempts === 0)
  expect(possible.length > 0).toBe(untried !== undefined)
  expect(placesOf(possible)).toEqual(expect.arrayContaining(placesOf(untried ? [untried] : [])))
  const next = nextReplayIn(model, ENDPOINTS, behind)
  const found = await store.nextReplay(ENDPOINTS, behind)
  expect([found?.id, found?.reached.position, found?.upTo]).toEqual([
    next?.id,
    next?.reached,
    next && model.place,
  ])
}

const placesOf = (all: readonly Pick<Due, 'position'>[]) =>
  all.map(({ position }) => String(position)).toSorted()

async function expectFigures({ pool, model }: Pick<Run, 'pool' | 'model'>) {
  const { rows: attempts } = await pool.query<{ id: string; attempt: number; outcome: string }>(
    'select webhook_id as id, attempt, outcome from webhooks.attempt order by at',
  )
  expect(attempts.map(({ id, attempt, outcome }) => [id, attempt, outcome])).toEqual(model.attempts)
  const heads = headsOf(model.waiting)
  const figures = [...model.endpoints].toSorted().map(([endpointId, isEnabled]) => ({
    endpointId,
    isEnabled,
    waiting: model.waiting.filter((one) => one.endpointId === endpointId).length,
    refused: heads.filter((one) => one.endpointId === endpointId && one.attempts > 0).length,
    failure:
      model.replays.find((one) => one.endpointId === endpointId && one.failure !== null)?.failure ??
      null,
  }))
  const backlogs = (await backlogsIn(pool)).toSorted((one, other) =>
    one.endpointId < other.endpointId ? -1 : 1,
  )
  expect(backlogs).toMatchObject(figures)
  expect(backlogs.map(({ failingSeconds }) => failingSeconds > 0)).toEqual(
    figures.map(({ endpointId }) => model.failing.has(endpointId)),
  )
}
