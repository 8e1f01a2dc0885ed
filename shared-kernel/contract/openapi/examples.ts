import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import type { BodyRules } from '../endpoint.ts'

type Plain = Readonly<Record<string, unknown>>

/** Values that a reader recognises, by the name of the field; taken where they fit its schema. */
const known: Plain = {
  address: 'Kalpakçılar Cad. No: 12',
  amount: 65_559.95,
  attribute: 'Has altın',
  birthday: '1981-02-05',
  bankTransactionId: '65a1b2c3d4e5f6a7b8c9d0e2',
  city: 'İstanbul',
  code: '482913',
  country: 'Türkiye',
  createdAt: '2026-11-20T09:45:00.123456Z',
  dataSet: { result: 'verified' },
  deleted: true,
  district: 'Fatih',
  documentMode: 'paper',
  eDocument: null,
  exchange: 5312.8,
  exchanges: 5312.8,
  expectedNumber: 42,
  id: '65a1b2c3d4e5f6a7b8c9d0e1',
  idNo: '10000000146',
  isDefault: true,
  isDraft: false,
  isFinalized: true,
  key: 'gold-bullion',
  lineName: 'Has altın',
  limit: 25,
  mail: 'ayse@example.com',
  material: 'gold',
  name: 'Ayşe Yılmaz',
  nameSurname: 'Ayşe Yılmaz',
  number: '42',
  order: 1,
  page: 1,
  pages: 1,
  phone: '905321234567',
  price: 5312.8,
  printDate: '2026-11-20T09:45:00.123Z',
  quantity: 12.34,
  record: { 'ADI SOYADI': 'Ayşe Yılmaz' },
  requestId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  serial: 'GP',
  source: 'manual',
  sourceId: null,
  state: null,
  statusType: 'expense',
  taxNumber: '10000000146',
  taxOffice: 'Beyazıt',
  timestamp: '2026-11-20T09:45:00.123Z',
  title: 'Külçe altın',
  total: 1,
  traceId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  type: 'normal',
  transactionDate: '2026-11-20T09:45:00.000Z',
  unitName: 'Gram',
  updatedAt: '2026-11-20T09:45:00.123456Z',
}

/** A value that the schema allows, as like a real one as its name tells. */
export function exampleOf(schema: TSchema, name = ''): unknown {
  if (Object.hasOwn(known, name) && Check(schema, known[name])) return known[name]
  const plain: Plain = { ...schema }
  const [first] = schemasIn(plain['anyOf'])
  if (first !== undefined) return exampleOf(first, name)
  if (Array.isArray(plain['enum'])) return plain['enum'][0]
  if ('const' in plain) return plain['const']
  if (isSchema(plain['items'])) return [exampleOf(plain['items'], name)]
  if (isPlain(plain['properties'])) return objectExample(plain['properties'])
  return simpleExample(plain)
}

/** What must be sent and nothing else; one for each source that a document can be made from. */
export function bodyExamples(schema: TSchema & BodyRules): Readonly<Record<string, unknown>> {
  const properties = propertiesOf(schema)
  const required = requiredOf(schema)
  const only = (names: readonly string[]) =>
    objectExample(
      Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name))),
    )
  const sources = Object.entries(schema.requiredFor ?? {})
  const oneOf = schema.requiredOneOf?.slice(0, 1) ?? []
  if (sources.length === 0) return { smallest: only([...required, ...oneOf]) }
  return Object.fromEntries(
    sources.map(([source, needed]) => [source, { ...only([...required, ...needed]), source }]),
  )
}

const objectExample = (properties: Plain): Plain =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) =>
      isSchema(schema) ? [[name, exampleOf(schema, name)]] : [],
    ),
  )

function simpleExample({ type, format, pattern, minimum }: Plain): unknown {
  if (type === 'null') return null
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return typeof minimum === 'number' ? minimum : 1
  if (format === 'uuid') return known['traceId']
  if (format !== undefined) return known['timestamp']
  return pattern === undefined ? 'text' : known['id']
}

const propertiesOf = (schema: object): Plain =>
  'properties' in schema && isPlain(schema.properties) ? schema.properties : {}

const requiredOf = (schema: object): readonly string[] =>
  'required' in schema && Array.isArray(schema.required) ? schema.required.map(String) : []

const schemasIn = (value: unknown): readonly TSchema[] =>
  Array.isArray(value) ? value.filter(isSchema) : []

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSchema = (value: unknown): value is TSchema => isPlain(value)
