import { expect, test } from 'vitest'
import { customerEvents } from '#kernel/events/customer.ts'
import { dealerForThisTest } from '../dealer.ts'
import { COMPANY, customerRecorded } from '../samples.ts'

test('statistics of a growing table are updated, so that rows are loaded by their key', async () => {
  const dealer = await dealerForThisTest()
  for (let number = 0; number < 200; number += 1) {
    const customerId = number.toString(16).padStart(24, '0')
    const recorded = customerRecorded({ companyId: COMPANY, customerId })
    await dealer.write(customerEvents, customerId, recorded, { companyId: COMPANY })
  }
  dealer.project({ maxBatch: 20 })
  await dealer.untilShown()
  const [analyzed] = await dealer.rows<{ readonly analyses: string }>(
    `select analyze_count as analyses from pg_stat_user_tables
     where schemaname = 'read_model' and relname = 'customer'`,
  )
  expect(Number(analyzed?.analyses)).toBeGreaterThan(1)
})
