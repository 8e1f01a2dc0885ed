import { randomBytes } from 'node:crypto'
import { importLines, type Line } from './importing.ts'
import type { SystemAddresses } from './system.ts'
import { type Api, apiAt, type Credentials } from './system-client.ts'

export type { Line }

type Data = Line['data']

/** What is different about a company; everything else is as in the town's usual shop. */
export interface DealerOptions {
  readonly company?: Data
  /** Null: the company has no such definition. */
  readonly expense?: Data | null
  readonly eDocument?: Data
  /** Without it the company has no definition for invoices. */
  readonly invoice?: Data
  readonly key?: Data
  /** In the place of the usual prices and templates. */
  readonly lines?: readonly Line[]
}

/** A company with one key, and a client that uses it. */
export interface Dealer {
  readonly companyId: string
  readonly credentials: Credentials
  readonly api: Api
  /** Imports lines of this company; their `companyId` is filled in. */
  readonly import: (...lines: readonly Line[]) => Promise<void>
  /** An outgoing transaction of 10 000 TRY, unless it is said otherwise; gives its id. */
  readonly transaction: (data?: Data) => Promise<string>
}

const everything = { validUntil: '2099-01-01T00:00:00Z', rights: ['*', 'audit', 'console'] }

export const recordId = () => randomBytes(12).toString('hex')

/** Of letters: what digits could stand for, the import would have to try. */
const newSecret = () => Array.from(randomBytes(28), (byte) => LETTERS[byte % 26]).join('')
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

export const LIST_PRICE = '5312.80'

const usualExpense = {
  active: true,
  serial: 'GP',
  identityValidationRequired: false,
  blockEInvoiceTaxpayers: false,
}

/** Prices and templates as a fresh list: a template can be had by its key. */
const usualLines = (): readonly Line[] => [
  { kind: 'price', data: { material: 'gold', price: LIST_PRICE } },
  { kind: 'price', data: { material: 'silver', price: '72.50' } },
  {
    kind: 'template',
    data: {
      id: recordId(),
      key: 'has-altin',
      title: 'Has altın alışı',
      lineName: 'Has Altın',
      material: 'gold',
      unitType: 'GRM',
      statusType: 'expense',
      isDefault: true,
      order: 1,
    },
  },
  {
    kind: 'template',
    data: {
      id: recordId(),
      key: 'hurda-22',
      title: '22 ayar hurda',
      lineName: '22 Ayar Hurda Altın',
      material: 'gold',
      unitType: 'GRM',
      exchange: '0.916',
      order: 2,
    },
  },
  {
    kind: 'template',
    data: {
      id: recordId(),
      key: 'platin',
      title: 'Platin',
      lineName: 'Platin Külçe',
      material: 'platin',
      unitType: 'GRM',
      order: 3,
    },
  },
]

/** A company of its own for a test: what it does disturbs no other one. */
export async function newDealer(
  system: SystemAddresses,
  {
    company = {},
    expense = {},
    eDocument,
    invoice,
    key = {},
    lines = usualLines(),
  }: DealerOptions = {},
): Promise<Dealer> {
  const companyId = recordId()
  const credentials = { apiUserId: `user-${companyId}`, secretKey: newSecret() }
  const accountId = recordId()
  const of = (line: Line): Line => ({ ...line, data: { companyId, ...line.data } })
  const settings = {
    ...(expense === null ? {} : { expense: { ...usualExpense, ...expense } }),
    ...(eDocument === undefined ? {} : { eDocument }),
    ...(invoice === undefined ? {} : { invoice }),
  }
  await importLines(system, [
    {
      kind: 'company',
      data: { id: companyId, title: 'Kapalıçarşı Sarraf', taxNumber: '4840847211', ...company },
    },
    ...[
      { kind: 'companySettings', data: settings },
      { kind: 'apiKey', data: { ...credentials, ...everything, ...key } },
      { kind: 'bankAccount', data: { id: accountId, name: 'Ana hesap' } },
      ...lines,
    ].map(of),
  ])
  const importOwn: Dealer['import'] = async (...own) => {
    await importLines(system, own.map(of))
  }
  return {
    companyId,
    credentials,
    api: apiAt(system.baseUrl, credentials),
    import: importOwn,
    transaction: async (data = {}) => {
      const id = recordId()
      const transaction = { ...usualTransaction(), id, accountId, stamp: `T-${id}`, ...data }
      await importOwn({ kind: 'bankTransaction', data: transaction })
      return id
    },
  }
}

/** Outgoing transactions of 2 500 TRY; gives their ids. */
export async function importTransactions(dealer: Dealer, count: number) {
  const accountId = recordId()
  const ids = Array.from({ length: count }, recordId)
  const transaction = { ...usualTransaction(), accountId, amount: '2500.00' }
  await dealer.import(
    { kind: 'bankAccount', data: { id: accountId, name: 'Hesap' } },
    ...ids.map((id) => ({
      kind: 'bankTransaction',
      data: { ...transaction, id, stamp: id },
    })),
  )
  return ids
}

const usualTransaction = () => ({
  incoming: false,
  transactionDate: '2026-11-20T09:45:00Z',
  amount: '10000.00',
  currency: 'TRY',
})
