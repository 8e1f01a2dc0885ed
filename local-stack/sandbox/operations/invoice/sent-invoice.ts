import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { parsed } from '../../parsed.ts'
import type { Invoice, Refusal } from '../../state/invoices.ts'
import { type Fault, invoiceFaults } from '../../ubl/invoice/invoice-faults.ts'
import { uuidOf } from '../document-request.ts'
import type { Answer } from '../operation.ts'

const body = Compile(
  Type.Object({
    document: Type.String({ minLength: 1 }),
    serial: Type.Optional(Type.Union([Type.String({ pattern: '^[A-Z0-9]{3}$' }), Type.Null()])),
    recipient: Type.Optional(
      Type.Object({ email: Type.Optional(Type.String()), alias: Type.Optional(Type.String()) }),
    ),
  }),
)

/** The invoice in a request, as a draft. */
export function sentInvoice(request: FastifyRequest): Invoice {
  const uuid = uuidOf(request)
  const { document: xml, serial = null } = parsed(body, request.body)
  const keptAt = new Date().toISOString()
  const open = { number: null, acceptedAt: null, refusal: null } as const
  return { uuid, state: 'draft', xml, serial, keptAt, ...open }
}

const MOST_ERRORS = 100
const MOST_FAULTS_TOLD = 5

/** The refusal for the faults of the document; undefined if it has none. */
export function refusalOf({ xml, uuid }: Invoice): Refusal | undefined {
  const faults = invoiceFaults(xml, uuid)
  return faults.length === 0 ? undefined : refusal('DOCUMENT_INVALID', faults)
}

/** A refusal by rules that are in no schema. */
export const ruledOut = (code: 'DOCUMENT_INVALID' | 'DOCUMENT_REJECTED'): Refusal =>
  refusal(code, [
    { code: 'RULE_1150', message: 'The tax authority forbids this sale.' },
    { code: 'RULE_1163', message: 'The company may not issue this type.' },
  ])

function refusal(code: string, faults: readonly Fault[]): Refusal {
  const unlisted = faults.length - MOST_FAULTS_TOLD
  const listed = faults
    .slice(0, MOST_FAULTS_TOLD)
    .map(({ message }) => message)
    .join('; ')
  const message = unlisted > 0 ? `${listed}; and ${unlisted} more` : listed
  return { code, message, errors: faults.slice(0, MOST_ERRORS) }
}

export const refusedBy = (json: Refusal): Answer => ({ status: 422, json })
