import type { FastifyPluginAsync } from 'fastify'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { parsed } from '../parsed.ts'
import type { Messages } from '../state/messages.ts'

const query = Compile(
  Type.Object({ phone: Type.String({ pattern: '^\\d{1,20}$' }) }, { additionalProperties: false }),
)

export const messageControl =
  (messages: Messages): FastifyPluginAsync =>
  async (app) => {
    app.get('/sms', (request, reply) => {
      const { phone } = parsed(query, request.query)
      return reply.send({ messages: messages.sentTo(phone) })
    })
  }
