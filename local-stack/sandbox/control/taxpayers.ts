import type { FastifyPluginAsync } from 'fastify'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { parsed } from '../parsed.ts'
import type { Taxpayers } from '../state/taxpayers.ts'

const parameters = Compile(Type.Object({ taxNumber: Type.String({ pattern: '^\\d{10,11}$' }) }))

const body = Compile(
  Type.Object(
    { eInvoice: Type.Boolean(), title: Type.Optional(Type.String({ maxLength: 500 })) },
    { additionalProperties: false },
  ),
)

export const taxpayerControl =
  (taxpayers: Taxpayers): FastifyPluginAsync =>
  async (app) => {
    app.put('/taxpayers/:taxNumber', (request, reply) => {
      const { taxNumber } = parsed(parameters, request.params)
      const { eInvoice, title } = parsed(body, request.body)
      const taxpayer = { taxNumber, eInvoice, title: title ?? null }
      taxpayers.register(taxpayer)
      return reply.send(taxpayer)
    })
  }
