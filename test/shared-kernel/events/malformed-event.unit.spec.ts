import fc from 'fast-check'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { eventFamily, personal, publicField } from '#kernel/events/event-family.ts'
import { orNull } from '#kernel/events/fields.ts'

const Line = Type.Object({ name: Type.String(), quantity: Type.Integer() })
const family = eventFamily('sale', {
  SaleRecorded: {
    saleId: publicField(Type.String()),
    lines: publicField(Type.Array(Line)),
    payment: publicField(
      orNull(Type.Object({ kind: Type.Literal('card'), rate: Type.Number({ maximum: 1 }) })),
    ),
    buyer: personal(Type.Object({ name: Type.String(), tags: Type.Record(Type.String(), Line) })),
  },
})

const sale = {
  saleId: '1',
  lines: [{ name: 'coin', quantity: 1 }],
  payment: null,
  buyer: { name: 'Ayşe Kaya', tags: {} },
}

/** What is said of a stored event with this data. */
function faultsOf({ buyer, ...data }: Readonly<Record<string, unknown>>, version = 1): string {
  const sealed = buyer === undefined ? {} : { buyer: { sealed: JSON.stringify(buyer) } }
  const opener = {
    open: (_: string, text: string) => (text === 'null' ? undefined : JSON.parse(text)),
  }
  try {
    const encoded = { type: 'SaleRecorded', version, data: { ...data, ...sealed } }
    return `${family.decode(encoded, opener)?.type} is read`
  } catch (error) {
    return String(error)
  }
}

const malformed = (reason: string) =>
  `MalformedEvent: an event sale.SaleRecorded does not match the schema of its type: ${reason}`

test.each([
  ['a missing field', { ...sale, saleId: undefined }, 'data.saleId'],
  ['one of a list', { ...sale, lines: [sale.lines[0], { name: 'bar' }] }, 'data.lines[1].quantity'],
  ['one inside a nullable', { ...sale, payment: { kind: 'card', rate: 7 } }, 'data.payment.rate'],
  ['one of a person', { ...sale, buyer: { ...sale.buyer, name: 5 } }, 'data.buyer.name'],
  ['beside one that is forgotten', { ...sale, saleId: 1, buyer: null }, 'data.saleId'],
  ['several', {}, 'data.saleId, data.lines, data.payment and 1 more'],
])('the error names the field: %s', (_, data, named) => {
  expect(faultsOf(data)).toBe(malformed(named))
})

test('a later version is no fault of a field', () => {
  expect(faultsOf(sale, 2)).toBe(malformed('version 2 is a later one'))
})

test('what must not be stored is named as well', () => {
  const data = { ...sale, lines: [{ name: 'coin', quantity: 0.5 }] }
  const encode = () => family.encode({ type: 'SaleRecorded', data }, { seal: String })
  expect(encode).toThrow('of its type: data.lines[0].quantity')
})

test('an event whose person is forgotten is read', () => {
  expect(faultsOf({ ...sale, buyer: null })).toBe('SaleRecorded is read')
})

test('neither a value nor a key of a person is named, whatever is wrong', () => {
  const secretKey = fc.string({ minLength: 1 }).map((key) => `Kaya ${key}`)
  fc.assert(
    fc.property(secretKey, fc.jsonValue(), (key, value) => {
      const tags = { [key]: { name: 'Kaya', quantity: 'Kaya' }, Kaya: value }
      const error = faultsOf({ ...sale, saleId: key, buyer: { name: 'Kaya', tags } })
      expect(error).toBe(malformed('data.buyer.tags'))
    }),
  )
})
