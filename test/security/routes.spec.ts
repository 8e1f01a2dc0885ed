import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { CreatedForm } from '#kernel/contract/customer-forms.ts'
import type { Endpoint } from '#kernel/contract/endpoint.ts'
import { endpoints } from '#kernel/contract/endpoints.ts'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { person } from '#test/support/forms.ts'
import {
  create as createInvoice,
  createdIn as invoiceIn,
  invoiceLines,
  invoicingDealer,
  manual as manualInvoice,
} from '#test/support/invoices.ts'
import { noMacs } from '#test/support/no-macs.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Answer, apiAt, type Credentials, dataOf } from '#test/support/system-client.ts'
import { type Dealer, newDealer, recordId } from '#test/support/system-dealer.ts'
import { createdIn, manual, templateLine } from '#test/support/vouchers.ts'
import { withLog } from '#test/support/with-log.ts'

const system = systemForThisFile()
const NOBODYS_ID = 'f'.repeat(24)

const dealers: Partial<
  Record<'usual' | 'foreign' | 'ended' | 'passive' | 'free' | 'parked', Dealer>
> = {}
let foreignIds: Readonly<Record<string, string>> = {}

beforeAll(async () => {
  const [usual, foreign, ended, passive, free, parked] = await Promise.all([
    newDealer(system),
    invoicingDealer(system, {
      lines: [
        ...invoiceLines(),
        templateLine({ key: 'alis', statusType: 'expense', isDefault: true }),
      ],
    }),
    newDealer(system, { key: { status: false } }),
    newDealer(system, { company: { status: false } }),
    newDealer(system, { company: { package: 'Free' } }),
    newDealer(system),
  ])
  Object.assign(dealers, { usual, foreign, ended, passive, free, parked })
  foreignIds = await recordsOf(foreign)
  await park(parked)
})

const dealer = (name: keyof typeof dealers): Dealer => {
  const found = dealers[name]
  if (found === undefined) throw new Error(`there is no ${name} dealer`)
  return found
}

/** A record of each kind whose id a path can hold. */
async function recordsOf(owner: Dealer): Promise<Readonly<Record<string, string>>> {
  const customer = recordId()
  const event = recordId()
  const account = recordId()
  const verification = recordId()
  const check = recordId()
  const session = recordId()
  const at = '2026-11-20T09:45:00Z'
  const idNo = '10000000146'
  await owner.import(
    { kind: 'customer', data: { id: customer, idNo, nameSurname: 'Ayşe Işık' } },
    { kind: 'customerEvent', data: { id: event, eventDate: at, idNo, recordLevel: 2 } },
    { kind: 'bankAccount', data: { id: account, name: 'Hesap' } },
    {
      kind: 'kmtsVerification',
      data: {
        id: verification,
        source: 'desktop',
        scannedCode: 'KMV-1',
        outcome: 'verified',
        checkedAt: at,
      },
    },
    { kind: 'sanctionCheck', data: { id: check, checkedAt: at, idNo } },
    {
      kind: 'idvSession',
      data: { id: session, idNo, createdAt: at, updatedAt: at, dataSet: { result: 'verified' } },
    },
  )
  const { id: voucher } = createdIn(await owner.api.post('/v1/expenses', manual()))
  const { id: form } = dataOf(CreatedForm, await owner.api.post('/v1/customers', person()))
  const { invoiceId } = invoiceIn(await createInvoice(owner.api, manualInvoice()))
  return {
    '/v1/customers': customer,
    '/v1/compliance/customer-events': event,
    '/v1/bank-accounts': account,
    '/v1/expenses': voucher,
    '/v1/kmts-verifications': verification,
    '/v1/compliance/sanction-checks': check,
    '/v1/bank-transactions': await owner.transaction(),
    '/v1/compliance/idv-sessions': session,
    '/v1/compliance/verifications': form,
    '/v1/invoices': invoiceId ?? NOBODYS_ID,
  }
}

/** An event that Sarraf did not write, in a stream of the company. */
async function park(owner: Dealer) {
  const { id } = createdIn(await owner.api.post('/v1/expenses', manual({ isDraft: true })))
  const stream = `expenseVoucher-${id}`
  const [drafted] = await withLog(system, ({ eventStore }) =>
    eventStore.readStream(stream, { maxCount: 1 }),
  )
  if (drafted === undefined) throw new Error('nothing was written')
  const url = system.eventStoreUrl
  const stranger = connectEventStore({ url, logger: silentLogger, macs: noMacs })
  const client = new pg.Client({ connectionString: system.databaseUrl })
  await client.connect()
  try {
    const { type, data, metadata } = drafted
    await stranger.append(stream, [{ id: randomUUID(), type, data, metadata }], drafted.revision)
    const parked = () =>
      client.query('select from read_model.parked_event where company_id = $1', [owner.companyId])
    await vi.waitFor(
      async () => expect((await parked()).rowCount).toBeGreaterThan(0),
      LONGEST_WAIT_MS,
    )
  } finally {
    await stranger.close()
    await client.end()
  }
}

const ask = ({ method, path }: Endpoint, credentials: Credentials | undefined, id = NOBODYS_ID) => {
  const body = method === 'POST' ? { body: '{"data":{}}' } : {}
  return apiAt(system.baseUrl, credentials, { mayFail: true }).send({
    method,
    path: path.replaceAll(/\{\w+\}/g, id),
    headers: { 'content-type': 'application/json' },
    ...body,
  })
}

const told = ({ status, error }: Answer) => [status, error?.code]

test('there is a record of another company for every path that names one', () => {
  const named = endpoints.filter(({ path }) => path.includes('{'))
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((endpoint) => foreignIdFor(endpoint) === NOBODYS_ID)).toEqual([])
})

describe.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]))(
  '%s',
  (_name, endpoint) => {
    test('refuses a request without credentials', async () => {
      expect(told(await ask(endpoint, undefined))).toEqual([401, 'AUTH_INVALID_CREDENTIALS'])
    })

    test.each(['ended', 'passive', 'free'] as const)('refuses a key that is %s', async (name) => {
      const answer = await ask(endpoint, dealer(name).credentials)
      expect(told(answer)).toEqual([401, 'AUTH_INVALID_CREDENTIALS'])
    })

    test('refuses a key with every other right', async () => {
      const { credentials } = await keyWithout(endpoint)
      expect(told(await ask(endpoint, credentials))).toEqual([403, 'AUTH_FORBIDDEN'])
    })

    test('lets in the key of a parked company as of any other one', async () => {
      const parked = await ask(endpoint, dealer('parked').credentials)
      const usual = await ask(endpoint, dealer('usual').credentials)
      expect(told(parked)).toEqual(told(usual))
      expect(parked.status).not.toBe(401)
    })
  },
)

describe.each(
  endpoints
    .filter(({ path }) => path.includes('{'))
    .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
)('%s', (_name, endpoint) => {
  test('does not tell a record of another company from none', async () => {
    const { credentials } = dealer('usual')
    const foreign = await ask(endpoint, credentials, foreignIdFor(endpoint))
    const nobodys = await ask(endpoint, credentials)
    expect([told(foreign), foreign.error, foreign.data]).toEqual([
      told(nobodys),
      nobodys.error,
      nobodys.data,
    ])
    expect(JSON.stringify(foreign.data ?? [])).not.toContain(foreignIdFor(endpoint))
  })
})

const foreignIdFor = ({ path }: Endpoint) =>
  Object.entries(foreignIds).find(([start]) => path.startsWith(`${start}/{`))?.[1] ?? NOBODYS_ID

const keysWithout = new Map<string, Promise<Dealer>>()

/** One key for each right that is missing. */
function keyWithout({ right }: Endpoint): Promise<Dealer> {
  const all = [...new Set(endpoints.map((endpoint) => endpoint.right))]
  const known = keysWithout.get(right)
  if (known !== undefined) return known
  const rights = all.filter((one) => one !== right)
  const made = newDealer(system, { key: { rights }, company: { kmtsEnabled: true } })
  keysWithout.set(right, made)
  return made
}
