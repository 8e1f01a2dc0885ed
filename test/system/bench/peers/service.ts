import { createHash, timingSafeEqual } from 'node:crypto'
import Fastify from 'fastify'
import { Pool } from 'pg'
import type { Document } from './document.ts'
import { Document as DocumentSchema } from './document.ts'
import { emmettStore } from './emmett.ts'
import { plainStore } from './plain.ts'

// A process of its own: `service.ts plain|emmett`. Credentials, a schema and two routes before a store.

const { DATABASE_URL: databaseUrl = '', PORT: port, CREDENTIALS: credentials = '' } = process.env
const pool = new Pool({ connectionString: databaseUrl, max: 10 })
const store =
  process.argv[2] === 'emmett' ? await emmettStore(pool, databaseUrl) : await plainStore(pool)
const expected = Buffer.from(`Basic ${Buffer.from(credentials).toString('base64')}`)

const app = Fastify()
app.addHook('onRequest', async ({ headers }, reply) => {
  const given = Buffer.from(headers.authorization ?? '')
  const isRight = given.length === expected.length && timingSafeEqual(given, expected)
  return isRight ? undefined : reply.code(401).send({ code: 'AUTH' })
})
app.post<{ Body: Document }>(
  '/documents',
  { schema: { body: DocumentSchema } },
  async ({ headers, body }, reply) => {
    const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex')
    const key = String(headers['idempotency-key'])
    const created = await store.create({ key, hash, document: body })
    return created === undefined
      ? reply.code(409).send({ code: 'CONFLICT' })
      : reply.code(201).send({ data: created })
  },
)
app.get('/documents', async () => ({ data: await store.page() }))
await app.listen({ host: '127.0.0.1', port: Number(port) })
process.send?.('ready')
process.on('disconnect', () => process.exit())
