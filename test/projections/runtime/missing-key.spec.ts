import { expect, test } from 'vitest'
import { customerEvents } from '#kernel/events/customer.ts'
import { dealerForThisTest } from '../dealer.ts'
import { customerRecorded, person } from '../samples.ts'

const [ONE, OTHER] = ['1'.repeat(24), '2'.repeat(24)] as const

test('an event whose key the vault never had is not shown as one of a forgotten person', async () => {
  const dealer = await dealerForThisTest()
  for (const companyId of [ONE, OTHER]) {
    const event = customerRecorded({ companyId, customerId: `of.${companyId}`, person })
    await dealer.write(customerEvents, `of.${companyId}`, event, { companyId })
  }
  await dealer.rows(
    `create table public.later as select * from vault.data_key where company_id = '${ONE}'`,
  )
  await dealer.rows(`delete from vault.data_key where company_id = '${ONE}'`)
  await dealer.openVaultAgain()

  dealer.project()
  await dealer.untilShown()

  const shown = () => dealer.rows('select company_id from read_model.customer order by 1')
  expect(await shown()).toEqual([{ company_id: OTHER }])
  expect(await dealer.retry()).toMatchObject([
    {
      company: ONE,
      type: 'CustomerRecorded',
      error: expect.stringMatching(/^KeyMissing: the vault never had the key /),
    },
  ])
  await dealer.rows('insert into vault.data_key select * from public.later')
  expect(await dealer.retry()).toEqual([])
  expect(await shown()).toEqual([{ company_id: ONE }, { company_id: OTHER }])
})
