import type { FastifyPluginAsync } from 'fastify'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { oneOf } from '../one-of.ts'
import { faultModes, operationNames } from '../operations/names.ts'
import { parsed } from '../parsed.ts'
import type { Faults } from '../state/faults.ts'

const order = Compile(
  Type.Object(
    {
      operation: oneOf(operationNames),
      mode: oneOf(faultModes),
      times: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      delayMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 600_000 })),
    },
    { additionalProperties: false },
  ),
)

export const faultControl =
  (faults: Faults): FastifyPluginAsync =>
  async (app) => {
    app.post('/faults', (request, reply) => {
      const ordered = { times: 1, delayMs: 0, ...parsed(order, request.body) }
      faults.order(ordered)
      return reply.code(201).send(ordered)
    })
    app.delete('/faults', (_request, reply) => {
      faults.clear()
      return reply.code(204).send()
    })
  }
