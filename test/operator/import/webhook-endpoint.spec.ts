import { expect, test } from 'vitest'
import { parseLine } from '#operator/import/parse-line.ts'
import { newDealer, newId } from '#test/support/import-lines.ts'
import { dataIn, importing, systemForThisFile } from '#test/support/operator.ts'

const system = systemForThisFile()

const endpoint = (data: object = {}) => ({
  kind: 'webhookEndpoint',
  data: {
    companyId: newId(),
    endpointId: newId(),
    url: 'https://accounting.example.com/sarraf',
    eventTypes: ['sarraf.invoice.*', 'sarraf.expense-voucher.VoucherFinalized.v1'],
    ...data,
  },
})

const faultsOf = (data: object) =>
  parseLine({ number: 1, text: JSON.stringify(endpoint(data)) }).faults ?? []

test.each(['*', 'sarraf.*', 'sarraf.invoice.*', 'sarraf.invoice.InvoiceIssued.v1'])(
  'an endpoint may ask for %s',
  (type) => {
    expect(faultsOf({ eventTypes: [type] })).toEqual([])
  },
)

test.each([
  'sarraf.invoice.InvoiceIsued.v1',
  'sarraf.invoices.*',
  'sarraf.invoice.state.v1',
  'invoice',
  '',
])('an endpoint that asks for %j would get nothing, and is refused', (type) => {
  expect(faultsOf({ eventTypes: [type] })).toEqual([
    { field: 'eventTypes[0]', wrong: expect.stringContaining('a type of docs/events.md') },
  ])
})

test.each(['ftp://example.com/', 'example.com', 'https://user:secret@example.com/'])(
  'an endpoint at %s is refused',
  (url) => {
    expect(faultsOf({ url })).toEqual([
      { field: 'url', wrong: expect.stringContaining('without user and password') },
    ])
  },
)

test('an endpoint without TLS is refused, unless a setting allows it', async () => {
  const dealer = newDealer()
  const lines = [
    dealer.company(),
    endpoint({ companyId: dealer.companyId, url: 'http://127.0.0.1:8000/hooks' }),
  ]

  expect(await importing(system(), lines)).toEqual({
    faults: ['line 2: url: must start with https://, unless WEBHOOKS_ALLOW_PRIVATE is true'],
  })
  expect(await importing(system(), lines, { allowsPrivate: true })).toMatchObject({ imported: 2 })
})

test.each([
  'https://168.63.129.16/machine',
  'https://169.254.169.254/latest',
  'https://[fd00:ec2::254]/latest',
  'https://[64:ff9b::a9fe:a9fe]/',
  'https://2852039166/',
  'https://localhost/hooks',
])('an endpoint at %s is refused, unless a setting allows it', async (url) => {
  const dealer = newDealer()
  const lines = [dealer.company(), endpoint({ companyId: dealer.companyId, url })]

  expect(await importing(system(), lines)).toEqual({
    faults: [
      'line 2: url: must name a host of the public internet, unless WEBHOOKS_ALLOW_PRIVATE is true',
    ],
  })
  expect(await importing(system(), lines, { allowsPrivate: true })).toMatchObject({ imported: 2 })
})

test('the secret is made with the endpoint, shown once, and kept by a change', async () => {
  const dealer = newDealer()
  const { companyId } = dealer
  const line = endpoint({ companyId })
  const { endpointId } = line.data
  const first = await importing(system(), [dealer.company(), line])
  const again = await importing(system(), [line])
  const changed = await importing(system(), [
    endpoint({ companyId, endpointId, eventTypes: ['sarraf.*'] }),
  ])

  expect([first, again, changed]).toEqual([
    {
      imported: 2,
      unchanged: 0,
      made: [{ webhookEndpoint: endpointId, secret: expect.any(String) }],
    },
    { imported: 0, unchanged: 1 },
    { imported: 1, unchanged: 0 },
  ])
  const [recorded, later] = await dataIn(system(), `webhookEndpoint-${endpointId}`)
  expect(recorded).toMatchObject({ companyId, secrets: [expect.stringMatching(/^[\w+/]{43}=$/)] })
  expect(later).toEqual({ ...recorded, eventTypes: ['sarraf.*'] })
})
