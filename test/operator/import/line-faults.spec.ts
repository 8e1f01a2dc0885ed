import { expect, test } from 'vitest'
import { parseLine } from '#operator/import/parse-line.ts'
import { type Line, newDealer } from '#test/support/import-lines.ts'

const {
  companyId,
  accountId,
  company,
  companySettings,
  apiKey,
  providerAccount,
  price,
  template,
  customer,
  bankAccount,
  bankTransaction,
} = newDealer()

const at = '2026-11-20T09:45:00Z'
const id = companyId
const session = { companyId, id, idNo: '10000000146', createdAt: at, updatedAt: at }

const idvSession = (dataSet: object) => ({ kind: 'idvSession', data: { ...session, dataSet } })

const panelSearch = (row: object) => ({
  kind: 'sanctionCheck',
  data: { companyId, id, checkedAt: at, idNo: '10000000146', matches: { masak: [row] } },
})

const faultsOf = (line: Line | string) => {
  const text = typeof line === 'string' ? line : JSON.stringify(line)
  return (parseLine({ number: 1, text }).faults ?? []).map(
    ({ field, wrong }) => `${field}: ${wrong}`,
  )
}

test('a line of each kind with only required fields is valid', () => {
  const lines = [
    company(),
    companySettings(),
    apiKey(),
    providerAccount(),
    price(),
    template(),
    customer(),
    bankAccount(),
    bankTransaction(),
  ]
  expect(lines.flatMap(faultsOf)).toEqual([])
})

test('a malformed line is reported as such', () => {
  expect(faultsOf('{"kind":"company",')).toEqual(['json: is not valid JSON'])
  expect(faultsOf('[]')).toEqual(['json: is not an object with kind and data'])
  expect(faultsOf('{"data":{}}')).toEqual(['kind: is required'])
  expect(faultsOf('{"kind":"company"}')).toEqual(['data: is required'])
  expect(faultsOf('{"kind":"company","data":[]}')).toEqual(['data: must be an object'])
  expect(faultsOf({ ...company(), id: 1 })).toEqual(['id: stands outside data'])
  expect(faultsOf({ kind: 'toString', data: {} })[0]).toMatch(/^kind: must be one of company, /)
  expect(parseLine({ number: 1, text: undefined }).faults).toEqual([
    { field: 'json', wrong: 'is longer than 256 KiB, or is not UTF-8' },
  ])
})

test.each([
  '{"kind":"price","data":{"price":"1.00","price":"5901.00"}}',
  '{"kind":"price","kind":"price","data":{}}',
  '{"kind":"price","data":{},"data":{}}',
  '{"kind":"idvSession","data":{"dataSet":{"a":[{"b":1,"\\u0062":2}]}}}',
  '{"kind":"company","data":{"__proto__":1,"__proto__":2}}',
])('a line with a key twice has a meaning that nobody knows: %s', (line) => {
  expect(faultsOf(line)).toEqual(['json: has a key twice'])
})

const wellFormed = 'must be well-formed text without control characters'

test.each<[line: Line, faults: readonly string[]]>([
  [company({ title: 'a\ud800b' }), [`title: ${wellFormed}`]],
  [company({ title: 'a\uffffb' }), [`title: ${wellFormed}`]],
  [idvSession({ a: { b: ['x', 'NUL \0'] } }), [`dataSet.a.b[1]: ${wellFormed}`]],
  [idvSession({ 'half \udc00': 1 }), [`dataSet.half \ufffd: ${wellFormed}`]],
  [panelSearch({ name: 'half \ud83d' }), [`matches.masak[0].name: ${wellFormed}`]],
  [panelSearch({ record: { 'N\0': 'x' } }), [`matches.masak[0].record.N?: ${wellFormed}`]],
])('text that is not well-formed is a fault of its field: %j', (line, faults) => {
  expect(faultsOf(line)).toEqual(faults)
})

test.each(['company', 'customer'])('a text that shows nothing is empty: %s', (kind) => {
  const line =
    kind === 'company' ? company({ title: '\u200b' }) : customer({ nameSurname: '\u2800 ' })
  expect(faultsOf(line)).toEqual([
    expect.stringMatching(/: must be a text of 1 to 500 characters$/),
  ])
})

test('all faults of a line are reported with its own field names', () => {
  expect(faultsOf({ kind: 'customer', data: { companyId, idNo: 12, phon: '5' } })).toEqual([
    'phon: is not a field of customer',
    'id: is required',
    'nameSurname: is required',
    'idNo: must be a text of 1 to 500 characters, its digits from 0 to 9',
  ])
})

const hardToGuess =
  'secretKey: must be a text of 24 to 500 characters that is hard to guess: no repetition, sequence or known name'

test.each<[string, Line, string]>([
  ['company id', company({ id: 'kuyumcu' }), 'id: must be 24 hexadecimal digits'],
  ['no title', company({ title: ' ' }), 'title: must be a text of 1 to 500 characters'],
  ['status', company({ status: 'yes' }), 'status: must be true or false'],
  [
    'time zone',
    company({ timeZone: 'Istanbul' }),
    'timeZone: must be a time zone such as Europe/Istanbul',
  ],
  [
    'control characters',
    company({ title: 'a\0b' }),
    'title: must be well-formed text without control characters',
  ],
  [
    'nested setting',
    companySettings({ eDocument: { environment: 'prod' } }),
    'eDocument.environment: must be one of test, live',
  ],
  ...['sdi', 'ŞDI', 'SD', 'SDIX', 'S-I', 'İDI', 'ＳＤＩ'].flatMap(
    (serial): [string, Line, string][] => [
      [
        `series ${serial} of invoices`,
        companySettings({ invoice: { serial } }),
        'invoice.serial: must be three of A-Z and 0-9',
      ],
      [
        `series ${serial} of electronic vouchers`,
        companySettings({ eDocument: { serial } }),
        'eDocument.serial: must be three of A-Z and 0-9',
      ],
    ],
  ),
  [
    'unknown setting',
    companySettings({ invoice: { activ: true } }),
    'invoice.activ: is not a field of companySettings',
  ],
  [
    'least amount',
    companySettings({ invoice: { minimumAmount: '-1' } }),
    'invoice.minimumAmount: must be an amount of at least 0 with at most 2 decimals',
  ],
  [
    'colon in the user',
    apiKey({ apiUserId: 'a:b' }),
    'apiUserId: must be a text of 1 to 500 characters without a colon',
  ],
  [
    'unknown right',
    apiKey({ rights: ['expenses', 'all'] }),
    'rights[1]: must be one of *, customers, bankTransactions, bankQueries, invoices, expenses, kmts, compliance, audit, console',
  ],
  [
    'date without a zone',
    apiKey({ validUntil: '2030-01-01T00:00:00' }),
    'validUntil: must be a date with its time and zone, as 2026-11-20T09:30:00Z',
  ],
  ['secret', apiKey({ secretKey: 7 }), hardToGuess],
  ['short secret', apiKey({ secretKey: `${'x'.repeat(23)}       ` }), hardToGuess],
  ['one letter as a secret', apiKey({ secretKey: 'a'.repeat(24) }), hardToGuess],
  [
    'the name of its user as a secret',
    apiKey({ apiUserId: 'kasa-1-dealer', secretKey: 'kasa-1-dealer-KASA-1-DEALER' }),
    hardToGuess,
  ],
  ['secret of the demo company for another one', apiKey({ secretKey: 'demo-secret' }), hardToGuess],
  [
    'provider',
    providerAccount({ provider: 'sms' }),
    'provider: must be one of integrator, kmts, bank',
  ],
  [
    'provider address',
    providerAccount({ url: 'ftp://x' }),
    'url: must be an address that starts with http:// or https://',
  ],
  [
    'material',
    price({ material: 'brass' }),
    'material: must be one of gold, silver, platin, paladyum, usd, eur, try',
  ],
  ['price', price({ price: 0 }), 'price: must be a number greater than 0 with at most 8 decimals'],
  [
    'price with a comma',
    price({ price: '5900,50' }),
    'price: must be a number greater than 0 with at most 8 decimals',
  ],
  [
    'exemption code',
    template({ exemptionCode: '299' }),
    "exemptionCode: must be an exemption code of the tax authority's list, such as 230 or 805",
  ],
  ['unit', template({ unitType: 'KGM' }), 'unitType: must be one of GRM, C62'],
  [
    'rate of tax',
    template({ vatRate: 101 }),
    'vatRate: must be a percentage from 0 to 100 with at most 2 decimals',
  ],
  [
    'order',
    template({ order: '1' }),
    'order: must be a whole number from -2147483648 to 2147483647',
  ],
  ['words', template({ words: 'altın' }), 'words: must be a list'],
  ['level', customer({ recordLevel: 5 }), 'recordLevel: must be a whole number from 0 to 4'],
  [
    'birthday',
    customer({ birthday: '1970-02-30' }),
    'birthday: must be a day as YYYY-MM-DD, from 1900 to today',
  ],
  [
    'relation',
    customer({ customerRelation: { type: 'eş' } }),
    'customerRelation.type: is not a field of customer',
  ],
  ['bank', bankAccount({ integration: {} }), 'integration.accountRef: is required'],
  [
    'amount',
    bankTransaction({ amount: '10.005' }),
    'amount: must be an amount of at least 0 with at most 2 decimals, 5 of XAU, XAG, XPT and XPD',
  ],
  [
    'balance',
    bankTransaction({ balance: true }),
    'balance: must be an amount with at most 2 decimals, 5 of XAU, XAG, XPT and XPD',
  ],
  ['direction', bankTransaction({ incoming: null }), 'incoming: must be true or false'],
  ['state', bankTransaction({ status: 3 }), 'status: must be a whole number from 0 to 2'],
  ['account', bankTransaction({ accountId: 'x' }), 'accountId: must be 24 hexadecimal digits'],
])('a wrong value is named by its field: %s', (_, line, fault) => {
  expect(faultsOf(line)).toEqual([fault])
})

test('money is taken as a number and as text, ids in capitals, and blanks around them', () => {
  const lines = [
    price({ price: 5900.5 }),
    price({ price: ' 5900.50 ' }),
    bankTransaction({ accountId: accountId.toUpperCase(), balance: -12.5, exchangeRate: '' }),
    customer({ phone: null }),
  ]
  expect(lines.flatMap(faultsOf)).toEqual([])
})

test('no fault repeats a value, which may be a secret', () => {
  const canary = 'kanarya-7f3a'
  const lines = [
    `{"kind":"apiKey","data":{"secretKey":"${canary}"`,
    apiKey({ secretKey: canary.repeat(100), validUntil: canary, rights: [canary] }),
    providerAccount({ secret: [canary], provider: canary, url: canary }),
    { kind: canary, data: {} },
  ]
  const faults = lines.flatMap(faultsOf)
  expect(faults).toHaveLength(8)
  expect(faults.join('\n')).not.toContain(canary)
})

test('a field name in a fault stays within its line', () => {
  const [fault = ''] = faultsOf({
    kind: 'company',
    data: { 'a\nline 2\u001B[2J': 1, id: companyId },
  })
  expect(fault).toBe('a?line 2?[2J: is not a field of company')
})
