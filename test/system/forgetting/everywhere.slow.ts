// @module-tag embedded-parts

import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { operatorProcess } from '#test/command-service/operator/command-line.ts'
import { invoiceLines, newPerson } from '#test/support/invoices.ts'
import { type Place, placeForStacks } from '#test/support/running-stack.ts'
import { electronicDealer } from '#test/support/sellers.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import type { Dealer } from '#test/support/system-dealer.ts'
import { templateLine } from '#test/support/vouchers.ts'
import { foundIn, newCanaries, recordOf, recordsIn } from './canaries.ts'
import { inDatabase, inFiles, inOpenedLog } from './places.ts'
import { recordByLaw } from './records-by-law.ts'
import { lookAtCustomer, recordCustomer, refusedRequests } from './records-of-a-customer.ts'

const settings = { DEMO: 'false', LOG_LEVEL: 'trace', SMS_COOLDOWN_SECONDS: '0' }

const shop = (system: SystemAddresses) =>
  electronicDealer(system, {
    company: { kmtsEnabled: true },
    invoice: { active: true, serial: 'KUY', integrator: 'Uydurma', minimumAmount: '100.00' },
    lines: [
      ...invoiceLines(),
      templateLine({ key: 'hurda', isDefault: true, statusType: 'expense' }),
    ],
  })

const BY_LAW = {
  'event_store.events': ['kmts'],
  'opened bankTransaction': ['bookedTransaction', 'idNo', 'importedTransaction'],
  'opened customerEvent': ['idNo', 'register'],
  'opened expenseVoucher': [
    'deletedVoucher',
    'draftVoucher',
    'electronicVoucher',
    'finalVoucher',
    'idNo',
  ],
  'opened invoice': ['deletedInvoice', 'draftInvoice', 'idNo', 'issuedInvoice'],
  'opened kmtsVerification': ['kmts'],
  'opened sanctionCheck': ['check', 'idNo'],
  'read_model.bank_transaction': ['bookedTransaction', 'idNo', 'importedTransaction'],
  'read_model.bank_transaction_text_count': ['bookedTransaction', 'importedTransaction'],
  'read_model.customer_event': ['idNo', 'register'],
  'read_model.expense_voucher': [
    'deletedVoucher',
    'draftVoucher',
    'electronicVoucher',
    'finalVoucher',
    'idNo',
  ],
  'read_model.expense_voucher_text_count': ['draftVoucher', 'electronicVoucher', 'finalVoucher'],
  'read_model.invoice': ['deletedInvoice', 'draftInvoice', 'idNo', 'issuedInvoice'],
  'read_model.invoice_text_count': ['issuedInvoice'],
  'read_model.kmts_verification': ['kmts'],
  'read_model.sanction_check': ['check', 'idNo'],
  'read_model.sanction_check_text_count': ['check'],
}
const OF_A_CUSTOMER = ['account', 'form', 'idNoOfACustomerOnly']
/** What was only asked for, shown in advance, or refused. */
const NEVER_KEPT = new Set(['previewedInvoice', 'previewedVoucher', 'refused', 'searched'])

test('of a person who is forgotten nothing is found anywhere but what the law wants kept', async () => {
  const place = await placeForStacks()
  await place.start(settings)
  const system = await place.addresses()
  const dealer = await shop(system)
  const canaries = newCanaries()
  const idNo = canaries.named('idNo', newPerson())
  const another = canaries.named('idNoOfACustomerOnly', newPerson())
  await recordByLaw(system, dealer, { canaries, idNo })
  for (const number of [idNo, another]) {
    const customer = await recordCustomer(dealer, canaries, number)
    await lookAtCustomer(dealer, canaries, { ...customer, idNo: number })
    const refused = await refusedRequests(dealer, canaries, number)
    expect(refused).toEqual([400, 400, 400, 400, 400, 401, 400, 400, 404])
  }
  await analyse(system)

  const search = canaries.search()
  const before = foundIn(await tracesIn(place, system), search)
  const everything = new Set([...before.values()].flat())
  const kept = canaries.names().filter((name) => !NEVER_KEPT.has(recordOf(name)))
  // Which one it is, an encoding does not tell.
  expect(kept.filter((name) => !everything.has(name))).toEqual(['session.photo'])
  expect(before.get('read_model.idv_session')).toContainEqual(expect.stringMatching(/^encoded/))
  const samples = recordsIn(before)['pg_stats']
  expect(samples).toEqual(expect.arrayContaining([...OF_A_CUSTOMER, 'finalVoucher']))

  for (const number of [idNo, another]) {
    expect(await forget({ place, system, dealer }, number)).toMatchObject({ exitCode: 0 })
  }

  const { pg_stats, pg_statistic, ...after } = recordsIn(
    foundIn(await tracesIn(place, system), search),
  )
  expect(after).toEqual(BY_LAW)
  const byLaw = Object.values(BY_LAW).flat()
  expect(byLaw).toEqual(expect.arrayContaining([pg_stats, pg_statistic].flat()))
})

/** What PostgreSQL does by itself after a while. */
async function analyse({ databaseUrl }: SystemAddresses) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('analyze')
  await client.end()
}

const tracesIn = async ({ folder }: Place, system: SystemAddresses) => [
  ...(await inDatabase(system.databaseUrl)),
  ...(await inOpenedLog(system)),
  ...(await inFiles(folder, { but: ['postgres', 'sandbox'] })),
]

interface Where {
  readonly place: Place
  readonly system: SystemAddresses
  readonly dealer: Dealer
}

async function forget({ place, system, dealer }: Where, idNo: string) {
  const order = ['--company', dealer.companyId, '--id-no', '-', '--reason', 'asked in writing']
  return operatorProcess(
    ['forget-person', ...order],
    {
      DATABASE_URL: system.databaseUrl,
      EVENTSTORE_URL: system.eventStoreUrl,
      VAULT_KEY: system.vaultKey,
      DESTROYED_KEYS: join(place.folder, 'destroyed-keys.ndjson'),
    },
    idNo,
  )
}
