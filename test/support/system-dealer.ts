import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { importCommand } from '#operator/import/command.ts'
import type { SystemAddresses } from './system.ts'
import { type Api, apiAt, type Credentials } from './system-client.ts'

export interface Line {
  readonly kind: string
  readonly data: Readonly<Record<string, unknown>>
}

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
  const credentials = { apiUserId: `user-${companyId}`, secretKey: `secret-${recordId()}` }
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
  const importOwn: Dealer['import'] = async (...own) => importLines(system, own.map(of))
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

/** By the operator's own command, which ends when every part of the system knows the lines. */
async function importLines(
  { databases, eventStoreUrl, vaultKey }: SystemAddresses,
  lines: readonly Line[],
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sarraf-import-'))
  const file = join(folder, 'lines.ndjson')
  const stdout = new PassThrough()
  const stderr = new PassThrough()
  try {
    await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'))
    const exitCode = await importCommand.run([file], {
      environment: {
        DATABASE_URL: databases.command,
        EVENTSTORE_URL: eventStoreUrl,
        VAULT_KEY: vaultKey,
        WEBHOOKS_ALLOW_PRIVATE: 'true',
      },
      stdin: new PassThrough(),
      stdout,
      stderr,
    })
    stdout.end()
    stderr.end()
    if (exitCode !== 0) throw new Error(`the import was refused: ${await text(stderr)}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
