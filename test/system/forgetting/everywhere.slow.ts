// @module-tag embedded-parts

import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { projections } from '#test/audit/auditing.ts'
import { operatorProcess } from '#test/operator/command-line.ts'
import { receiverForThisTest } from '#test/publishing/webhooks/receiver.ts'
import { invoiceLines, newPerson } from '#test/support/invoices.ts'
import { type Place, placeForStacks } from '#test/support/running-stack.ts'
import { electronicDealer } from '#test/support/sellers.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { type Dealer, recordId } from '#test/support/system-dealer.ts'
import { templateLine } from '#test/support/vouchers.ts'
import { type Canaries, foundIn, newCanaries, recordOf, recordsIn } from './canaries.ts'
import { heapsIn } from './heaps.ts'
import { inDatabase, inFiles, inOpenedLog, inTopics } from './places.ts'
import { recordByLaw } from './records-by-law.ts'
import { lookAtCustomer, recordCustomer, refusedRequests } from './records-of-a-customer.ts'

const settings = {
  DEMO: 'false',
  LOG_LEVEL: 'trace',
  SMS_COOLDOWN_SECONDS: '0',
  KAFKA_BROKERS: 'embedded',
  WEBHOOKS: 'true',
  WEBHOOKS_ALLOW_PRIVATE: 'true',
}

const shop = (system: SystemAddresses, canaries: Canaries) =>
  electronicDealer(system, {
    company: { kmtsEnabled: true },
    invoice: { active: true, serial: 'KUY', integrator: 'Uydurma', minimumAmount: '100.00' },
    lines: [
      ...invoiceLines(),
      templateLine({
        key: canaries.of('template').word('key'),
        isDefault: true,
        statusType: 'expense',
      }),
    ],
  })

const BY_LAW = {
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
  'read_model.expense_voucher_left_text_count': ['deletedVoucher'],
  'read_model.expense_voucher_text_count': ['draftVoucher', 'electronicVoucher', 'finalVoucher'],
  'read_model.invoice': ['deletedInvoice', 'draftInvoice', 'idNo', 'issuedInvoice'],
  'read_model.invoice_text_count': ['issuedInvoice'],
  'read_model.sanction_check': ['check', 'idNo'],
  'read_model.sanction_check_text_count': ['check'],
}
const OF_A_CUSTOMER = ['account', 'form', 'idNoOfACustomerOnly']
/** Of the company and of a thing: they show that a search finds what is there. */
const OF_NOBODY = new Set(['kmts', 'template'])
/** What was only asked for, shown in advance, or refused. */
const NEVER_KEPT = new Set(['previewedInvoice', 'previewedVoucher', 'refused', 'searched'])

test('nothing of a forgotten person is found anywhere, except what the law requires to be kept', async () => {
  const place = await placeForStacks()
  const heaps = await heapsIn(place.folder)
  await place.start({ ...settings, ...heaps.environment })
  const system = await place.addresses()
  const canaries = newCanaries()
  const dealer = await shop(system, canaries)
  const receiver = await receiverForThisTest()
  const endpoint = { endpointId: recordId(), url: receiver.url, eventTypes: ['*'] }
  await dealer.import({ kind: 'webhookEndpoint', data: endpoint })
  const idNo = canaries.named('idNo', newPerson())
  const another = canaries.named('idNoOfACustomerOnly', newPerson())
  await recordByLaw(system, dealer, { canaries, idNo })
  for (const number of [idNo, another]) {
    const customer = await recordCustomer(dealer, canaries, number)
    await lookAtCustomer(dealer, canaries, { ...customer, idNo: number })
    const refused = await refusedRequests(dealer, canaries, number)
    expect(refused).toEqual([400, 400, 400, 400, 400, 401, 400, 400, 404])
  }
  await replaceTables(system)
  await analyse(system)

  const search = canaries.search()
  const { pids, kafkaBrokers } = await place.stackFile()
  const everything = { place, system, receiver }
  const before = foundIn(
    [...(await tracesIn(everything)), ...(await heaps.read({ command: pids['command'] ?? 0 }))],
    search,
  )
  const names = new Set([...before.values()].flat())
  const kept = canaries.names().filter((name) => !NEVER_KEPT.has(recordOf(name)))
  // Which one it is, an encoding does not tell.
  expect(kept.filter((name) => !names.has(name))).toEqual(['session.photo'])
  expect(before.get('read_model.idv_session')).toContainEqual(expect.stringMatching(/^encoded/))
  expect(recordsIn(before)).toMatchObject({
    pg_stats: expect.arrayContaining([...OF_A_CUSTOMER, 'finalVoucher']),
    'heap of command': expect.arrayContaining(['form', 'template']),
    'read_model_previous.customer': expect.arrayContaining(['account']),
  })

  for (const number of [idNo, another]) {
    expect(await forget({ place, system, dealer }, number)).toMatchObject({ exitCode: 0 })
  }

  // A connection that is kept open remembers its last request.
  for (let count = 0; count < 10; count++) await dealer.api.get('/v1/invoices/templates')
  const after = recordsIn(
    foundIn(
      [
        ...(await tracesIn(everything)),
        ...(await inTopics(kafkaBrokers ?? '')),
        ...(await heaps.read(pids)),
      ],
      search,
    ),
  )
  expect(after).toMatchObject({
    'topics of events': ['kmts', 'template'],
    'topics of states': ['kmts', 'template'],
    webhooks: ['kmts', 'template'],
    'heap of command': ['template'],
  })
  const { pg_stats, pg_statistic, ...personal } = ofPersons(after)
  expect(personal).toEqual(BY_LAW)
  const byLaw = Object.values(BY_LAW).flat()
  expect(byLaw).toEqual(expect.arrayContaining([pg_stats, pg_statistic].flat()))
})

const ofPersons = (found: ReturnType<typeof recordsIn>) =>
  Object.fromEntries(
    Object.entries(found)
      .map(
        ([place, records]) => [place, records.filter((record) => !OF_NOBODY.has(record))] as const,
      )
      .filter(([, records]) => records.length > 0),
  )

/** What PostgreSQL does by itself after a while. */
async function analyse({ databaseUrl }: SystemAddresses) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('analyze')
  await client.end()
}

interface Everything {
  readonly place: Place
  readonly system: SystemAddresses
  readonly receiver: Awaited<ReturnType<typeof receiverForThisTest>>
}

async function tracesIn({ place, system, receiver }: Everything) {
  const calls = receiver.received.map(({ headers, body }) => `${JSON.stringify(headers)} ${body}`)
  return [
    ...(await inDatabase(system.databaseUrl)),
    ...(await inOpenedLog(system)),
    ...(await inFiles(place.folder, { but: ['postgres', 'kafka', 'sandbox', 'heaps'] })),
    { place: 'webhooks', text: calls.join('\n') },
  ]
}

/** The tables that were served until now stay beside the new ones. */
async function replaceTables({ databases, eventStoreUrl, vaultKey }: SystemAddresses) {
  const address = { EVENTSTORE_URL: eventStoreUrl, VAULT_KEY: vaultKey }
  const environment = { ...address, DATABASE_URL: databases.projections }
  expect(await projections(['rebuild'], environment)).toMatchObject({ exitCode: 0 })
}

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
