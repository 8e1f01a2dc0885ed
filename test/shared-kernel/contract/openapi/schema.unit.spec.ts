import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { schemaWriter } from '#kernel/contract/openapi/schema.ts'

const written = (schema: object) => schemaWriter().write(schema)

test('schemas are written as OpenAPI 3.0 has them', () => {
  const nullable = Type.Union([Type.Enum(['a', 'b'], { type: 'string' }), Type.Null()])
  const refined = Type.Refine(
    Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 5, 'x-multiple-of': 0.01 }),
    () => true,
    () => 'format',
  )

  expect(written(Type.Literal('x'))).toEqual({ type: 'string', enum: ['x'] })
  expect(written(Type.Literal(true))).toEqual({ type: 'boolean', enum: [true] })
  expect(written(Type.Null())).toEqual({ type: 'string', nullable: true })
  expect(written(nullable)).toEqual({ type: 'string', enum: ['a', 'b', null], nullable: true })
  expect(written(Type.Union([Type.String(), Type.Integer(), Type.Null()]))).toEqual({
    anyOf: [{ type: 'string' }, { type: 'integer' }],
    nullable: true,
  })
  expect(written(refined)).toEqual({
    type: 'number',
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 5,
    exclusiveMaximum: true,
    multipleOf: 0.01,
  })
  expect(written(Type.String({ format: 'moment' }))).toEqual({
    type: 'string',
    format: 'date-time',
  })
  expect(written(Type.Object({ a: Type.Optional(Type.Array(Type.Null())) }))).toEqual({
    type: 'object',
    properties: {
      a: { type: 'array', items: { type: 'string', nullable: true } },
    },
  })
})

test('a schema with a title is a component, referred to wherever it stands', () => {
  const writer = schemaWriter()
  const inner = Type.Object({ a: Type.String({ description: 'A.' }) }, { title: 'Inner' })
  const outer = Type.Object({
    one: { ...inner, description: 'One.' },
    orNull: Type.Union([inner, Type.Null()], { description: 'Perhaps.' }),
  })
  const $ref = '#/components/schemas/Inner'

  expect(writer.write(outer)).toMatchObject({
    properties: {
      one: { description: 'One.', allOf: [{ $ref }] },
      orNull: { description: 'Perhaps.', anyOf: [{ $ref }, { nullable: true, enum: [null] }] },
    },
  })
  expect(writer.components()).toMatchObject({
    Inner: { properties: { a: { type: 'string', description: 'A.' } } },
  })
  const another = Type.Object({ b: Type.String() }, { title: 'Inner' })
  expect(() => writer.write(another)).toThrow('two schemas are named Inner')
})

test('a schema that extends a component refers to it, and has only the rest itself', () => {
  const base = Type.Object({ a: Type.String(), b: Type.Optional(Type.String()) }, { title: 'Base' })
  const more = Type.Object({ c: Type.String(), ...base.properties }, { extends: base })

  expect(written(more)).toEqual({
    allOf: [
      { $ref: '#/components/schemas/Base' },
      { type: 'object', required: ['c'], properties: { c: { type: 'string' } } },
    ],
  })
})
