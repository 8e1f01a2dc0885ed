import { readdirSync, readFileSync } from 'node:fs'
import asyncapi from '@asyncapi/specs'
import { Compile as compileSchema } from 'typebox/schema'
import { describe, expect, test } from 'vitest'
import { asyncApi } from '#publishing/kafka/documents/asyncapi.ts'
import { breakingChanges } from '#publishing/kafka/documents/compatibility.ts'
import { describedTypes } from '#publishing/kafka/documents/described-types.ts'
import { documents } from '#publishing/kafka/documents/documents.ts'
import { exampleOf } from '#publishing/kafka/documents/examples.ts'
import { advice, brokenPromises } from '#publishing/kafka/documents/frozen-schemas.ts'

const SAMPLES = 'test/system/golden/events'

test('the schemas under docs/ are those that `npm run events` writes', () => {
  const stale = [...documents()].flatMap(([path, text]) =>
    readFileSync(`docs/${path}`, 'utf8') === text ? [] : [path],
  )

  expect(stale, 'Run `npm run events` and commit what it writes.').toEqual([])
})

test('the present types break no reader of a frozen schema', () => {
  expect(brokenPromises('docs/schemas'), advice).toEqual([])
})

test('the AsyncAPI document is valid AsyncAPI 3', () => {
  const { '3.0.0': schema } = asyncapi.schemasWithoutId

  expect(compileSchema(schema).Errors(asyncApi())).toEqual([true, []])
})

test('the AsyncAPI document points at schemas that exist', () => {
  const pointedAt = [...JSON.stringify(asyncApi()).matchAll(/"\.\/(schemas\/[^"]+)"/g)]
  const files = readdirSync('docs/schemas').map((file) => `schemas/${file}`)

  expect(pointedAt.map(([, path]) => path).toSorted()).toEqual(files.toSorted())
})

test.each(describedTypes)('the example of $type matches its schema', (described) => {
  const validator = compileSchema(described.schema)

  expect(validator.Errors(exampleOf(described, SAMPLES))).toEqual([true, []])
})

describe('a schema', () => {
  const string = { type: 'string' }
  const kinds = { enum: ['in', 'out'] }
  const line = { type: 'object', properties: { price: string }, required: ['price'] }
  const frozen = {
    description: 'What happened.',
    type: 'object',
    properties: { id: string, kind: kinds, lines: { type: 'array', items: line } },
    required: ['id', 'lines'],
  }
  const changed = (change: object) => ({ ...frozen, ...change })
  const withFields = (fields: object) =>
    changed({ properties: { ...frozen.properties, ...fields } })
  const withLine = (change: object) =>
    withFields({ lines: { type: 'array', items: { ...line, ...change } } })

  test.each([
    ['is said in other words', changed({ description: 'It has happened.' })],
    ['gains an optional field', withFields({ note: string })],
    ['gains an optional field inside', withLine({ properties: { price: string, unit: string } })],
    ['always has what was optional', changed({ required: ['id', 'lines', 'kind'] })],
  ])('that %s breaks no reader', (_, today) => {
    expect(breakingChanges(frozen, today)).toEqual([])
  })

  test.each([
    ['loses a field', changed({ properties: { id: string, lines: frozen.properties.lines } })],
    ['loses a field inside', withLine({ properties: {} })],
    [
      'gains a required field',
      { ...withFields({ note: string }), required: ['id', 'lines', 'note'] },
    ],
    ['makes a field optional', changed({ required: ['lines'] })],
    ['makes a field inside optional', withLine({ required: [] })],
    ['changes a field’s type', withFields({ id: { type: 'integer' } })],
    ['narrows a field', withFields({ id: { ...string, maxLength: 3 } })],
    ['knows other values', withFields({ kind: { enum: ['in', 'out', 'lost'] } })],
    ['knows fewer values', withFields({ kind: { enum: ['in'] } })],
    ['may be null', withFields({ id: { anyOf: [string, { type: 'null' }] } })],
    ['is something else', { type: 'string' }],
  ])('that %s breaks readers', (_, today) => {
    expect(breakingChanges(frozen, today)).not.toEqual([])
  })
})
