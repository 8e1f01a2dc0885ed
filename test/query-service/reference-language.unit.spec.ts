import { expect, test } from 'vitest'
import { endpoints } from '#kernel/contract/endpoints.ts'
import { openApiDocument } from '#kernel/contract/openapi.ts'
import words from '#query/guides/reference-tr.json' with { type: 'json' }
import { inTurkish, textsIn, turkishOf } from '#query/reference-language.ts'
import { webhookCalls } from '#query/webhook-calls.ts'

const { info: _, ...reference } = openApiDocument(endpoints)
const document = { ...reference, 'x-webhooks': webhookCalls() }
const texts = textsIn(document)
const codes = (text: string) => (text.match(/`[^`]+`/g) ?? []).toSorted()

test('every summary, tag, parameter, schema, field, webhook and sentence of an example has Turkish words', () => {
  expect(texts.length).toBeGreaterThan(800)
  expect(texts.filter((text) => turkishOf(text) === undefined)).toEqual([])
})

test('what a program reads stands in the Turkish words as in the English ones', () => {
  for (const text of texts.filter((one) => !one.startsWith('The `data` of'))) {
    expect(codes(turkishOf(text) ?? ''), text).toEqual(codes(text))
  }
})

test('no Turkish words are left of a text that is gone', () => {
  const used = new Set(texts.flatMap((text) => [text, text.replace(/ Needs the right .*$/, '')]))
  expect(Object.keys(words).filter((text) => !used.has(text))).toEqual([])
})

test('only words differ between the documents', () => {
  const shape = (value: unknown) =>
    JSON.stringify(value, (key, member: unknown) =>
      ['description', 'summary', 'tags', 'message'].includes(key) ? undefined : member,
    )
  expect(shape(inTurkish(document))).toBe(shape(document))
})

test('an operation, its tag and a field read like this', () => {
  const said = inTurkish(document)
  expect(said).toHaveProperty('tags.4.name', 'Gider pusulaları')
  expect(said).toHaveProperty(
    ['paths', '/v1/expenses/{id}/e-document/confirm', 'post', 'description'],
    'Belgeyi satıcının koduyla gönderir; kabul edilince pusulayı kesinleştirir. Gerekli yetki: `expenses`.',
  )
  expect(said).toHaveProperty(
    ['paths', '/v1/expenses/{id}/e-document/confirm', 'post', 'tags'],
    ['Gider pusulaları'],
  )
  expect(said).toHaveProperty(
    ['x-webhooks', 'sarraf.invoice.InvoiceIssued.v1', 'post', 'description'],
    'Fatura resmîdir. Satış bundan sonra geçerlidir.',
  )
  expect(JSON.stringify(said)).toContain('"message":"Bir iş kuralı isteği engelliyor."')
  expect(JSON.stringify(said)).toContain('Satıcının SMS’indeki kod: 4–8 rakam.')
})
