import type { FastifyPluginAsync } from 'fastify'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { OperationName } from '../operations/names.ts'
import { parsed } from '../parsed.ts'
import type { State } from '../state/state.ts'

const parameters = Compile(Type.Object({ uuid: Type.String() }))

const submissions: readonly OperationName[] = ['voucher.submit', 'invoice.submit']

export const documentControl =
  ({ documents, calls }: Pick<State, 'documents' | 'calls'>): FastifyPluginAsync =>
  async (app) => {
    app.get('/documents/:uuid', (request, reply) => {
      const { uuid } = parsed(parameters, request.params)
      const document = documents.find(uuid)
      if (document === undefined) return reply.code(404).send({ message: 'No such document.' })
      return reply.send({ ...document, submissions: calls.count(uuid, submissions) })
    })
  }
