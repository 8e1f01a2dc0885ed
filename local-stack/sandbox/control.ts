import type { FastifyPluginAsync } from 'fastify'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { oneOf } from './one-of.ts'
import { faultModes, type OperationName, operationNames } from './operations/names.ts'
import { parsed } from './parsed.ts'
import { bankTransaction } from './state/bank-transactions.ts'
import type { State } from './state/state.ts'

const exactly = { additionalProperties: false }

const messagesOf = Compile(Type.Object({ phone: Type.String({ pattern: '^\\d{1,20}$' }) }, exactly))
const document = Compile(Type.Object({ uuid: Type.String() }))
const callsOf = Compile(Type.Object({ operation: Type.Optional(oneOf(operationNames)) }, exactly))
const faultOrder = Compile(
  Type.Object(
    {
      operation: oneOf(operationNames),
      mode: oneOf(faultModes),
      times: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      delayMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 600_000 })),
    },
    exactly,
  ),
)
const taxNumberOf = Compile(Type.Object({ taxNumber: Type.String({ pattern: '^\\d{10,11}$' }) }))
const registered = Compile(
  Type.Object(
    { eInvoice: Type.Boolean(), title: Type.Optional(Type.String({ maxLength: 500 })) },
    exactly,
  ),
)
const account = Compile(Type.Object({ accountRef: Type.String({ minLength: 1, maxLength: 200 }) }))
const bankTransactionList = Compile(Type.Array(bankTransaction, { maxItems: 10_000 }))

const submissions: readonly OperationName[] = ['voucher.submit', 'invoice.submit']

/** For tests and demos: what the providers know, and how they answer. */
export const controlRoutes =
  (state: State): FastifyPluginAsync =>
  async (app) => {
    const { messages, documents, calls, faults, taxpayers, bankTransactions } = state
    app.get('/sms', (request, reply) => {
      const { phone } = parsed(messagesOf, request.query)
      return reply.send({ messages: messages.sentTo(phone) })
    })
    app.get('/documents/:uuid', (request, reply) => {
      const { uuid } = parsed(document, request.params)
      const found = documents.find(uuid)
      if (found === undefined) return reply.code(404).send({ message: 'No such document.' })
      return reply.send({ ...found, submissions: calls.count(uuid, submissions) })
    })
    app.post('/documents/:uuid/cancel', (request, reply) => {
      const { uuid } = parsed(document, request.params)
      const found = documents.find(uuid)
      if (found === undefined) return reply.code(404).send({ message: 'No such document.' })
      if (found.state !== 'accepted') return reply.code(409).send({ message: 'Not official.' })
      documents.save({ ...found, state: 'cancelled' })
      return reply.code(204).send()
    })
    app.get('/calls', (request, reply) => {
      const { operation } = parsed(callsOf, request.query)
      return reply.send({ calls: calls.list(operation ?? null) })
    })
    app.post('/faults', (request, reply) => {
      const ordered = { times: 1, delayMs: 0, ...parsed(faultOrder, request.body) }
      faults.order(ordered)
      return reply.code(201).send(ordered)
    })
    app.delete('/faults', (_request, reply) => {
      faults.clear()
      return reply.code(204).send()
    })
    app.put('/taxpayers/:taxNumber', (request, reply) => {
      const { taxNumber } = parsed(taxNumberOf, request.params)
      const { eInvoice, title } = parsed(registered, request.body)
      const taxpayer = { taxNumber, eInvoice, title: title ?? null }
      taxpayers.register(taxpayer)
      return reply.send(taxpayer)
    })
    app.post('/bank/:accountRef/transactions', (request, reply) => {
      const { accountRef } = parsed(account, request.params)
      const transactions = parsed(bankTransactionList, request.body)
      state.atomically(() => bankTransactions.add(accountRef, transactions))
      return reply.code(201).send({ added: transactions.length })
    })
  }
