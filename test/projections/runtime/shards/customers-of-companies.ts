import { customerEvents } from '#kernel/events/customer.ts'
import { nameInShard } from '#kernel/platform/read-progress/shard.ts'
import type { Dealer } from '#test/projections/dealer.ts'
import { customerRecorded } from '#test/projections/samples.ts'

/** Of all shards of four. */
export const companies: readonly string[] = Array.from({ length: 12 }, (_, n) =>
  `c${n}`.padEnd(24, '0'),
)

export const companyOf = (n: number): string => companies[n % companies.length] ?? ''

export function customerComes(dealer: Dealer, n: number) {
  const companyId = companyOf(n)
  const customerId = `${companyId}-${n % 30}`
  return dealer.write(customerEvents, customerId, customerRecorded({ customerId }), { companyId })
}

export async function customersCome(dealer: Dealer, count: number) {
  for (let n = 0; n < count; n++) await customerComes(dealer, n)
}

export async function checkpointNames(dealer: Dealer): Promise<readonly string[]> {
  const rows = await dealer.rows<{ name: string }>(
    'select name from read_model.checkpoint order by 1',
  )
  return rows.map(({ name }) => name)
}

/** The names of all shards of a number. */
export const named = (of: number): readonly string[] =>
  Array.from({ length: of }, (_, index) => nameInShard('read_model', { index, of }))
