import { once } from 'node:events'
import Fastify from 'fastify'
import { Type } from 'typebox'
import { Parse } from 'typebox/value'
import { successList } from '#kernel/contract/envelope.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { bankTransactions } from '#kernel/records/bank-transactions.ts'
import { item } from '#kernel/records/response.ts'
import { forShortReads } from '#query/listing/connections.ts'

// A process of its own: one route with one statement and the same JSON, and nothing around it.

const Order = Type.Object({
  port: Type.Integer(),
  databaseUrl: Type.String(),
  sql: Type.String(),
  parameters: Type.Array(Type.Unknown()),
})

const [message]: unknown[] = await once(process, 'message')
const { port, databaseUrl, sql, parameters } = Parse(Order, message)
const pool = openPool(databaseUrl, {
  logger: silentLogger,
  max: 10,
  name: 'bench',
  session: forShortReads,
})
const app = Fastify()
app.get('/', async () => {
  const { rows } = await pool.query(sql, parameters)
  const total = Number(rows[0]?.total ?? 0)
  const page = { page: 1, limit: 25, total }
  return successList('bare', new Date().toISOString(), {
    items: rows.map((row) => item(bankTransactions, row)),
    page,
  })
})
await app.listen({ port, host: '127.0.0.1' })
process.send?.('ready')
process.on('disconnect', () => process.exit())
