import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { endpoints } from '#kernel/contract/endpoints.ts'
import { isObjectSchema } from '#kernel/contract/schema-kinds.ts'
import { systemForThisFile } from '#test/support/system.ts'
import type { Answer } from '#test/support/system-client.ts'
import { type Dealer, type Line, newDealer, recordId } from '#test/support/system-dealer.ts'
import { ANY_ID, PERSON } from '#test/support/vouchers.ts'

const system = systemForThisFile()

const spellings: readonly string[] = [
  '١٠٠٠٠٠٠٠١٤٦',
  '۱۰۰۰۰۰۰۰۱۴۶',
  '१०००००००१४६',
  '১০০০০০০০১৪৬',
  '１０００００００１４６',
  '\u{1d7cf}0000000146',
  '1000000014⁶',
  '1000000014Ⅵ',
  '①0000000146',
  '10000\u200b000146',
  '\u202e10000000146',
  '10000\u00ad000146',
]

type Ask = (api: Dealer['api'], idNo: string) => Promise<Answer>

/** Every place of the contract where a number of a person can be sent. */
const places: readonly [string, string, Ask][] = endpoints.flatMap(
  ({ method, path, query, body }) => {
    const at = path.replace('{id}', ANY_ID)
    const inQuery = Object.keys(query.properties)
      .filter((name) => name.includes('idNo'))
      .map((name): [string, string, Ask] => [
        `${method} ${path}`,
        name,
        (api, idNo) => api.get(`${at}?${encodeURIComponent(name)}=${encodeURIComponent(idNo)}`),
      ])
    const inBody = (body === undefined ? [] : numbersIn(body)).map(
      (field): [string, string, Ask] => [
        `${method} ${path}`,
        `data.${field}`,
        (api, idNo) => api.post(at, within(field, idNo)),
      ],
    )
    return inQuery.concat(inBody)
  },
)

/** The dotted names of the numbers in a schema. */
function numbersIn(schema: TSchema): readonly string[] {
  if (!isObjectSchema(schema)) return []
  return Object.entries<TSchema>(schema.properties).flatMap(([name, property]) =>
    name === 'idNo' ? [name] : numbersIn(property).map((inner) => `${name}.${inner}`),
  )
}

const within = (field: string, value: string): unknown =>
  field.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)

test('there is a place of each kind', () => {
  const found = places.map(([, field]) => field)
  expect(new Set(found)).toEqual(
    new Set(['idNo', 'filter[idNo]', 'data.idNo', 'data.customerRelation.idNo']),
  )
  expect(found.length).toBeGreaterThan(12)
})

test.each(places)('%s: %s has digits from 0 to 9', async (_endpoint, field, ask) => {
  const { api } = await newDealer(system)
  for (const idNo of spellings) {
    const { status, error } = await ask(api, idNo)
    expect([idNo, status, error?.details]).toEqual([
      idNo,
      400,
      expect.arrayContaining([expect.objectContaining({ field, rule: 'format' })]),
    ])
  }
  const plain = await ask(api, PERSON)
  expect(plain.error?.details ?? []).not.toContainEqual(expect.objectContaining({ field }))
})

const at = '2026-11-20T09:45:00Z'
const lines: readonly [string, string, (idNo: string) => Line][] = [
  ['customer', 'idNo', (idNo) => customer({ idNo })],
  [
    'customer',
    'customerRelation.idNo',
    (idNo) => customer({ customerRelation: { nameSurname: 'Ali Kaya', idNo } }),
  ],
  [
    'bankTransaction',
    'idNo',
    (idNo) => ({
      kind: 'bankTransaction',
      data: {
        accountId: recordId(),
        stamp: 'S-1',
        incoming: true,
        transactionDate: at,
        amount: '10.00',
        currency: 'TRY',
        idNo,
      },
    }),
  ],
  [
    'customerEvent',
    'idNo',
    (idNo) => ({
      kind: 'customerEvent',
      data: { id: recordId(), idNo, eventDate: at, recordLevel: 1 },
    }),
  ],
  [
    'idvSession',
    'idNo',
    (idNo) => ({
      kind: 'idvSession',
      data: { id: recordId(), idNo, createdAt: at, updatedAt: at, dataSet: {} },
    }),
  ],
  [
    'sanctionCheck',
    'idNo',
    (idNo) => ({ kind: 'sanctionCheck', data: { id: recordId(), checkedAt: at, idNo } }),
  ],
]

const customer = (data: Line['data']): Line => ({
  kind: 'customer',
  data: { id: recordId(), idNo: PERSON, nameSurname: 'Ayşe Yılmaz', ...data },
})

test.each(lines)('an import line of %s has digits from 0 to 9 in %s', async (_kind, field, of) => {
  const dealer = await newDealer(system)
  await expect(dealer.import(...spellings.map(of))).rejects.toThrow(
    new RegExp(
      spellings.map((_, index) => `line ${index + 1}: ${field}: must be [^\n]*`).join('\n'),
    ),
  )
})

test('so has a tax number of a company', async () => {
  const importing = newDealer(system, { company: { taxNumber: '٤٨٤٠٨٤٧٢١١' } })
  await expect(importing).rejects.toThrow('line 1: taxNumber: must be ')
})

test('a search for anything takes a number in any digits for the number', async () => {
  const dealer = await newDealer(system)
  await dealer.import(customer({}))
  for (const q of ['١٠٠٠٠٠٠٠١٤٦', '１０００００００１４６']) {
    const { data } = await dealer.api.get(`/v1/customers?q=${encodeURIComponent(q)}`)
    expect(data).toEqual([expect.objectContaining({ idNo: PERSON })])
  }
})

const impossible = [
  '0000-01-01',
  '0001-01-01',
  '1850-05-05',
  '1899-12-31',
  '9999-12-31',
  '1990-02-30',
  '1900-02-29',
  '2001-02-29',
  '1990-13-01',
  '1990-1-1',
  '1990-05-05T00:00:00Z',
  '1990-05-05 10:00',
  '05.05.1990',
  '١٩٩٠-٠٥-٠٥',
  inDays(2),
  inDays(365),
]

function inDays(days: number): string {
  const day = new Date()
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, '2026-11-20'.length)
}

test('a birthday of a form is a day of the calendar, from 1900 to today', async () => {
  const { api } = await newDealer(system)
  const submit = (birthday: string) =>
    api.post('/v1/customers', { idNo: PERSON, nameSurname: 'Ayşe Yılmaz', birthday })
  for (const birthday of impossible) {
    const { status, error } = await submit(birthday)
    expect([birthday, status, error?.details]).toEqual([
      birthday,
      400,
      [{ field: 'data.birthday', rule: 'format' }],
    ])
  }
  expect((await submit('2000-02-29')).status).toBe(201)
})

test('so is a birthday of an import line', async () => {
  const dealer = await newDealer(system)
  const wrong = impossible.map((birthday) => customer({ birthday }))
  await expect(dealer.import(...wrong)).rejects.toThrow(
    new RegExp(wrong.map((_, index) => `line ${index + 1}: birthday: must be [^\n]*`).join('\n')),
  )
  await dealer.import(customer({ birthday: '1900-01-01' }), customer({ birthday: inDays(0) }))
})
