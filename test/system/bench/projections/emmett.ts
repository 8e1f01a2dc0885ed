import { getPostgreSQLEventStore, postgreSQLProjection } from '@event-driven-io/emmett-postgresql'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import type { Stage } from './stage.ts'
import { companyOf, EVENTS_A_VOUCHER, voucherEvents, voucherIdOf } from './voucher-log.ts'

/** More would only show that it loses events where several commit at once. */
const WRITERS = 1

/**
 * Emmett on the same PostgreSQL: the same events in its own store, from where its consumer keeps
 * one row a voucher, with one statement an event. Gives events per second.
 */
export async function emmettRate(stage: Stage, vouchers: number): Promise<number> {
  const { pool, databaseUrl } = stage
  await pool.query(
    'create table emmett_voucher (id text primary key, company_id text, state text, body jsonb)',
  )
  const eventStore = getPostgreSQLEventStore(databaseUrl)
  try {
    await writeVouchers(eventStore, vouchers)
    const consumer = eventStore.consumer({ stopWhen: { noMessagesLeft: true } })
    consumer.projector<ExpenseVoucherEvent>({ processorId: 'vouchers', projection })
    const startedAt = performance.now()
    await consumer.start()
    const seconds = (performance.now() - startedAt) / 1_000
    await consumer.close()
    await mustBeComplete(stage, vouchers)
    return (vouchers * EVENTS_A_VOUCHER) / seconds
  } finally {
    await eventStore.close()
  }
}

const projection = postgreSQLProjection<ExpenseVoucherEvent>({
  name: 'vouchers',
  canHandle: ['VoucherDrafted', 'FinalizationRequested', 'VoucherFinalized'],
  async handle(events, { connection: { client } }) {
    for (const { type, data } of events) {
      const { voucherId } = data
      if (type === 'VoucherDrafted') {
        await client.query(
          `insert into emmett_voucher values ($1, $2, 'draft', $3)
           on conflict (id) do update set state = 'draft', body = excluded.body`,
          [voucherId, data.personRef, JSON.stringify(data)],
        )
      } else {
        const state = type === 'VoucherFinalized' ? 'finalized' : 'finalizing'
        await client.query('update emmett_voucher set state = $2 where id = $1', [voucherId, state])
      }
    }
  },
})

async function writeVouchers(
  eventStore: ReturnType<typeof getPostgreSQLEventStore>,
  vouchers: number,
) {
  let next = 0
  const writer = async () => {
    while (next < vouchers) {
      const number = next++
      const stream = `expenseVoucher-${companyOf(number)}.${voucherIdOf(number)}`
      await eventStore.appendToStream<ExpenseVoucherEvent>(stream, [...voucherEvents(number)])
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
}

async function mustBeComplete({ pool }: Stage, vouchers: number) {
  const { rows } = await pool.query<{ count: string }>(
    `select count(*) from emmett_voucher where state = 'finalized'`,
  )
  const count = Number(rows[0]?.count)
  if (count !== vouchers) throw new Error(`Emmett shows ${count} of ${vouchers} vouchers`)
}
