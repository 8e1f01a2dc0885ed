import type { FastifyPluginAsync } from 'fastify'
import type { Invoices } from '../../state/invoices.ts'
import { notFound } from '../document-answers.ts'
import { uuidOf } from '../document-request.ts'
import { statusOf } from '../document-status.ts'

/** The status of the invoice. Not an operation: faults do not apply, so every outcome can be observed. */
export const invoiceStatus =
  (invoices: Invoices): FastifyPluginAsync =>
  async (app) => {
    app.get('/invoices/:uuid', (request, reply) => {
      const invoice = invoices.find(uuidOf(request))
      const { status, json } =
        invoice === undefined
          ? notFound
          : {
              status: 200,
              json: statusOf({ ...invoice, detail: invoice.refusal?.message ?? null }),
            }
      return reply.code(status).send(json)
    })
  }
