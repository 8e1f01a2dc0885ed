import type { FastifyPluginAsync } from 'fastify'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { oneOf } from '../one-of.ts'
import { operationNames } from '../operations/names.ts'
import { parsed } from '../parsed.ts'
import type { Calls } from '../state/calls.ts'

const query = Compile(
  Type.Object({ operation: Type.Optional(oneOf(operationNames)) }, { additionalProperties: false }),
)

export const callControl =
  (calls: Calls): FastifyPluginAsync =>
  async (app) => {
    app.get('/calls', (request, reply) => {
      const { operation } = parsed(query, request.query)
      return reply.send({ calls: calls.list(operation ?? null) })
    })
  }
