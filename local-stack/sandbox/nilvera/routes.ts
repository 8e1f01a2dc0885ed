import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { State } from '../state/state.ts'
import { nilveraReads } from './operations.ts'

/** What is sent to Nilvera is a form with one file. */
export function acceptForms(app: FastifyInstance) {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer) => fileIn(request.headers['content-type'] ?? '', body),
  )
}

async function fileIn(contentType: string, bytes: Buffer): Promise<string> {
  const headers = { 'content-type': contentType }
  const form = await new Response(new Blob([Buffer.from(bytes)]), { headers }).formData()
  const file = form.get('file')
  return file instanceof File ? file.text() : ''
}

export const nilveraRoutes = (state: State) => async (app: FastifyInstance) => {
  for (const { url, answer } of nilveraReads(state)) {
    app.get(url, (request, reply) => {
      const answered = answer(request)
      return reply.code(answered.status).send('json' in answered ? answered.json : answered.file)
    })
  }
}
