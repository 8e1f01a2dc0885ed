import { Type } from 'typebox'
import { EDocument } from '#kernel/records/electronic-document.ts'
import { DOCUMENT_MODES } from '#kernel/records/expense-vouchers.ts'
import { endpoint } from './endpoint.ts'
import { flag, Id, IdParameter, NoParameters, oneOf } from './fields.ts'

/** What every step of an electronic voucher answers with. */
export const ElectronicVoucher = Type.Object({
  id: Id,
  documentMode: oneOf(...DOCUMENT_MODES),
  isFinalized: flag(),
  eDocument: EDocument,
})

const Nothing = Type.Object({}, { additionalProperties: false })

/** Looked at by the provider alone; it must be written down nowhere. */
const Code = Type.Object(
  { code: Type.String({ pattern: '^[0-9]{4,8}$' }) },
  { additionalProperties: false },
)

const ofEach = ['VALIDATION_FAILED', 'RESOURCE_NOT_FOUND', 'E_DOCUMENT_PAPER'] as const
const ofEachStep = [
  ...ofEach,
  'CONFLICT',
  'E_DOCUMENT_BUSY',
  'E_DOCUMENT_REVIEW_REQUIRED',
  'E_DOCUMENT_REJECTED',
  'E_DOCUMENT_RESULT_UNKNOWN',
] as const

const step = {
  method: 'POST',
  service: 'command',
  right: 'expenses',
  params: IdParameter,
  query: NoParameters,
  status: 200,
  data: ElectronicVoucher,
} as const

const question = {
  method: 'GET',
  service: 'command',
  right: 'expenses',
  params: IdParameter,
  status: 200,
} as const

export const prepareEDocument = endpoint({
  ...step,
  operationId: 'prepareEDocument',
  summary: 'Locks the content of an electronic voucher and lays it before the provider as a draft',
  path: '/v1/expenses/{id}/e-document/prepare',
  body: Nothing,
  errors: [
    ...ofEachStep,
    'E_DOCUMENT_DATA_INCOMPLETE',
    'E_DOCUMENT_CONFIG_MISSING',
    'E_DOCUMENT_COMPANY_MISMATCH',
    'E_DOCUMENT_RESPONSE_INVALID',
  ],
})

export const sendEDocumentSms = endpoint({
  ...step,
  operationId: 'sendEDocumentSms',
  summary: 'Sends the seller a verification code, to the phone that was locked',
  path: '/v1/expenses/{id}/e-document/sms',
  body: Nothing,
  errors: [...ofEachStep, 'E_DOCUMENT_NOT_PREPARED', 'E_DOCUMENT_SMS_COOLDOWN'],
})

export const confirmEDocument = endpoint({
  ...step,
  operationId: 'confirmEDocument',
  summary:
    'Submits the document with the seller’s code and, once it is accepted, finalizes it here',
  path: '/v1/expenses/{id}/e-document/confirm',
  body: Code,
  errors: [
    ...ofEachStep,
    'VERIFICATION_REQUIRED',
    'BANK_ACCOUNT_INACTIVE',
    'E_DOCUMENT_RESPONSE_INVALID',
  ],
})

export const readEDocumentStatus = endpoint({
  ...question,
  operationId: 'readEDocumentStatus',
  summary: 'Asks the provider what became of the document, and completes what is left to do here',
  path: '/v1/expenses/{id}/e-document/status',
  query: NoParameters,
  data: ElectronicVoucher,
  errors: [
    ...ofEach,
    'E_DOCUMENT_BUSY',
    'E_DOCUMENT_FINALIZATION_REQUIRED',
    'E_DOCUMENT_RESULT_UNKNOWN',
  ],
})

export const readEDocumentFile = endpoint({
  ...question,
  operationId: 'readEDocumentFile',
  summary: 'The document itself, as a draft or as it was sent; a file, without an envelope',
  path: '/v1/expenses/{id}/e-document/file',
  query: Type.Object({ format: oneOf('pdf', 'xml') }),
  file: ['application/pdf', 'application/xml'],
  errors: [...ofEach, 'E_DOCUMENT_BUSY', 'E_DOCUMENT_NOT_PREPARED', 'E_DOCUMENT_FILE_INVALID'],
})
