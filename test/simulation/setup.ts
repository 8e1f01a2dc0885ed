import { noProgress } from '#kernel/platform/cli/progress.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { importLines } from '#operator/import/import-lines.ts'
import { invoiceLines, personOf } from '#test/support/invoices.ts'
import { passUntil } from './pass-until.ts'
import type { PlannedClient } from './plan.ts'
import { poolOn, simulatedDatabase } from './world/database.ts'
import { eventStoreOn } from './world/event-store.ts'
import { simulate } from './world/globals.ts'
import { importList, type PublishedList } from './world/lists.ts'
import { simulatedLog } from './world/log.ts'
import { networkOf } from './world/network.ts'
import { randomFrom } from './world/random.ts'
import { virtualTime } from './world/time.ts'
import { simulatedVault } from './world/vault.ts'

/** The companies have the same people, and records whose ids differ in their beginning alone. */
const SECOND = '65f1'
const ID = /\b65f0(?=[0-9a-f]{20}\b)/g

export const COMPANY_ID = '65f0000000000000000000aa'
type Customer = Pick<PlannedClient, 'isOfSecondCompany'>

/** A text about records of the first company, as it is about those of the client’s. */
export const asIn = ({ isOfSecondCompany }: Customer, text: string) =>
  isOfSecondCompany ? text.replaceAll(ID, SECOND) : text
export const companies = [COMPANY_ID, asIn({ isOfSecondCompany: true }, COMPANY_ID)] as const
export const companyOf = (client: Customer) => asIn(client, COMPANY_ID)
const ACCOUNT_ID = '65f0000000000000000000ab'
/** The bank can be asked about it. */
export const BANK_ACCOUNT_ID = '65f0000000000000000000ac'

/** As many of each kind of bank transaction as clients may be about. */
const TRANSACTIONS = 5

export interface Transaction {
  readonly id: string
  readonly idNo: string
}

const transactionsOf = (incoming: boolean): readonly Transaction[] =>
  Array.from({ length: TRANSACTIONS }, (_, at) => {
    const number = (incoming ? 100 : 200) + at
    return { id: `65f000000000000000000${number}`, idNo: personOf(400_000_000 + number) }
  })

export const outgoing = transactionsOf(false)
export const received = transactionsOf(true)

/** Whom the client at that place has checked. */
export const checkedPerson = (place: number) => personOf(600_000_000 + place)

/** The second version is published while clients have persons checked. */
export const publishedLists: readonly [PublishedList, PublishedList] = [
  { version: 'first', idNos: [checkedPerson(0), checkedPerson(1)] },
  { version: 'second', idNos: [checkedPerson(1), checkedPerson(2), checkedPerson(3)] },
]

const eDocument = {
  enabled: true,
  environment: 'test',
  companyTaxNumber: '4840847211',
  serial: 'KUY',
}
const expense = {
  active: true,
  serial: 'GP',
  identityValidationRequired: false,
  blockEInvoiceTaxpayers: false,
}
const invoice = {
  active: true,
  serial: 'KUY',
  identityValidationRequired: true,
  minimumAmount: '100.00',
  integrator: 'Uydurma Entegratör',
}

const transactionLine = (incoming: boolean) => (each: Transaction) => ({
  kind: 'bankTransaction',
  data: {
    ...each,
    accountId: ACCOUNT_ID,
    incoming,
    stamp: `T-${each.id}`,
    transactionDate: '2026-11-20T09:45:00Z',
    amount: incoming ? '100000.00' : '10000.00',
    currency: 'TRY',
    nameSurname: 'Ayşe Yılmaz',
  },
})

/** Made in the simulation, so that ids that are drawn are drawn from it. */
const lines = () => [
  { kind: 'companySettings', data: { eDocument, expense, invoice } },
  { kind: 'bankAccount', data: { id: ACCOUNT_ID, name: 'Ana hesap' } },
  {
    kind: 'bankAccount',
    data: { id: BANK_ACCOUNT_ID, name: 'Banka', integration: { accountRef: 'B-1' } },
  },
  ...invoiceLines(),
  ...outgoing.map(transactionLine(false)),
  ...received.map(transactionLine(true)),
]

const company = {
  kind: 'company',
  data: { id: COMPANY_ID, title: `Kapalıçarşı Sarraf ${COMPANY_ID}`, taxNumber: '4840847211' },
}

const textOf = (customer: Customer) => {
  const own = lines().map(({ kind, data }) => ({ kind, data: { companyId: COMPANY_ID, ...data } }))
  return [company, ...own].map((line) => `${asIn(customer, JSON.stringify(line))}\n`).join('')
}

/** What a company's back office has recorded before the first client comes: by the import, as in production. */
export async function companyRecorded(): Promise<readonly StoredEvent[]> {
  const random = randomFrom(1)
  const time = virtualTime(Date.parse('2026-11-25T06:00:00Z'))
  simulate({ time, random })
  const vault = simulatedVault()
  const log = simulatedLog()
  const network = networkOf({ time, random, foreseen: [] })
  const eventStore = eventStoreOn({
    log,
    network,
    time,
    macs: vault.eventMacs,
    logger: silentLogger,
  })
  const database = simulatedDatabase({ now: time.now, losesAnswers: () => false })
  const text = [false, true].map((isOfSecondCompany) => textOf({ isOfSecondCompany })).join('')
  const importing = importLines(
    { read: () => onePiece(text), close: async () => undefined },
    { eventStore, vault, pool: poolOn(database, async (work) => work()) },
    {
      report: (line, { field, wrong }) => {
        throw new Error(`line ${line}: ${field} ${wrong}`)
      },
      progress: noProgress,
    },
  )
  await passUntil(time, importing)
  const [firstList] = publishedLists
  await passUntil(time, importList({ eventStore, vault, now: time.now }, firstList))
  return log.events()
}

async function* onePiece(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
