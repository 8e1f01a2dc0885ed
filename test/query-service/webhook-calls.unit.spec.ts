import Ajv from 'ajv-draft-04'
import formats from 'ajv-formats'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { describedTypes } from '#publishing/kafka/documents/described-types.ts'
import { exampleOf } from '#publishing/kafka/documents/examples.ts'
import { webhookCalls } from '#query/webhook-calls.ts'

const Call = Compile(
  Type.Object({
    post: Type.Object({
      requestBody: Type.Object({
        content: Type.Object({
          'application/json': Type.Object({
            schema: Type.Record(Type.String(), Type.Unknown()),
          }),
        }),
      }),
    }),
  }),
)

const calls = webhookCalls()
const validator = new Ajv.default({ strict: false })
formats.default(validator)

test('the document describes a call for each public event', () => {
  // Also under its former name, for endpoints that ask for that alone.
  const types = describedTypes.flatMap(({ type, former }) =>
    former === undefined ? [type] : [type, former.type],
  )
  expect(Object.keys(calls).toSorted()).toEqual(types.toSorted())
})

test.each(describedTypes)('what an endpoint gets of $type is as described', (described) => {
  const { type } = described
  const { schema } = Call.Parse(calls[type]).post.requestBody.content['application/json']
  const validate = validator.compile(schema)
  const payload = {
    type,
    timestamp: '2026-11-20T09:45:00.123456Z',
    companyId: 'c0ffee000000000000000001',
    subject: '65a1b2c3d4e5f6a7b8c9d0f1',
    sequence: '3',
    data: exampleOf(described, 'test/system/golden/events'),
  }

  expect([validate(payload), validate.errors]).toEqual([true, null])
  expect(validate({ ...payload, data: {} })).toBe(false)
})
