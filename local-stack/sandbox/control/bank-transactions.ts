import type { FastifyPluginAsync } from 'fastify'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { parsed } from '../parsed.ts'
import { bankTransaction } from '../state/bank-transactions.ts'
import type { State } from '../state/state.ts'

const parameters = Compile(
  Type.Object({ accountRef: Type.String({ minLength: 1, maxLength: 200 }) }),
)

const body = Compile(Type.Array(bankTransaction, { maxItems: 10_000 }))

export const bankTransactionControl =
  ({
    bankTransactions,
    atomically,
  }: Pick<State, 'bankTransactions' | 'atomically'>): FastifyPluginAsync =>
  async (app) => {
    app.post('/bank/:accountRef/transactions', (request, reply) => {
      const { accountRef } = parsed(parameters, request.params)
      const transactions = parsed(body, request.body)
      atomically(() => bankTransactions.add(accountRef, transactions))
      return reply.code(201).send({ added: transactions.length })
    })
  }
