import { beforeAll, expect, test } from 'vitest'
import { idOf, voucherRow } from './rows.ts'
import { idsIn, queryServiceForThisFile } from './service.ts'

const NO_LONGER_THAN_MS = 3_000
const service = queryServiceForThisFile({ READ_WAIT_MS: String(NO_LONGER_THAN_MS) })

async function timed<T>(work: () => Promise<T>) {
  const from = performance.now()
  return { got: await work(), ms: performance.now() - from }
}

const after = (position: string) =>
  service.get('/v1/expenses', { headers: { 'x-min-event-position': position } })

/** As the projections do: rows, checkpoint and the word that it moved in one step. */
const show = async (number: number, position: bigint) => {
  await service.add('expense_voucher', [voucherRow(number)])
  await moveTo(position)
}

const moveTo = (position: bigint) =>
  service.query(
    `with moved as (update read_model.checkpoint set position = $1 returning position)
     select pg_notify('read_model_progress', position::text) from moved`,
    [position.toString()],
  )

beforeAll(() => show(1, 100n))

test('a read of a position that the read models have reached is answered at once', async () => {
  await expect
    .poll(async () => (await timed(() => after('100'))).ms)
    .toBeLessThan(NO_LONGER_THAN_MS)
  expect(idsIn(await after('7'))).toEqual([idOf(1)])
})

test('a read waits until its write is shown', async () => {
  const [answer] = await Promise.all([after('200'), show(2, 200n)])

  expect(idsIn(answer)).toEqual([idOf(1), idOf(2)])
})

test('a read that waits too long returns the present rows', async () => {
  const { got, ms } = await timed(() => after('9223372036854775807'))

  expect([got.status, idsIn(got)]).toEqual([200, [idOf(1), idOf(2)]])
  expect(ms).toBeGreaterThanOrEqual(NO_LONGER_THAN_MS - 20)
})

test('a detail waits as well', async () => {
  const headers = { 'x-min-event-position': '300' }
  const [answer] = await Promise.all([
    service.get(`/v1/expenses/${idOf(3)}`, { headers }),
    show(3, 300n),
  ])

  expect(answer.status).toBe(200)
})

test.each(['-1', '1.5', 'abc', '0x10', ' ', '1'.repeat(20)])(
  'the position “%s” is refused',
  async (position) => {
    const { status, body } = await after(position)

    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: { details: [{ field: 'x-min-event-position', rule: 'type' }] },
    })
  },
)
