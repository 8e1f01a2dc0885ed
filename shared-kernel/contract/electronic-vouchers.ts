import { Type } from 'typebox'
import { described } from '#kernel/records/described.ts'
import { EDocument } from '#kernel/records/electronic-document.ts'
import { DOCUMENT_MODES } from '#kernel/records/expense-vouchers.ts'
import { commandDefaults, endpoint } from './endpoint.ts'
import { flag, Id, IdParameter, oneOf } from './fields.ts'

/** The response of every step of an electronic voucher. */
export const ElectronicVoucher = Type.Object(
  {
    id: described(Id, 'The voucher.'),
    documentMode: described(oneOf(...DOCUMENT_MODES), 'Paper or electronic.', 'electronic'),
    isFinalized: described(
      flag(),
      'Whether it is finalized. A finalized voucher has a number and a print date.',
      true,
    ),
    eDocument: described(EDocument, 'The electronic document.'),
  },
  { title: 'ElectronicVoucher' },
)

const Nothing = Type.Object({}, { additionalProperties: false })

/** The SMS code. Only the provider checks it, and Sarraf stores and logs it nowhere. */
const Code = Type.Object(
  {
    code: described(
      Type.String({ pattern: '^[0-9]{4,8}$' }),
      'The code from the seller’s SMS: 4 to 8 digits.',
      '482913',
    ),
  },
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

const ofOne = { ...commandDefaults, right: 'expenses', params: IdParameter } as const
const step = { ...ofOne, data: ElectronicVoucher } as const
const question = { ...ofOne, method: 'GET' } as const

export const prepareEDocument = endpoint({
  ...step,
  operationId: 'prepareEDocument',
  summary: 'Prepare',
  about: 'Locks the content of an electronic voucher and stores it at the provider as a draft.',
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
  summary: 'Send the SMS',
  about: 'Sends a verification code to the seller’s locked phone.',
  path: '/v1/expenses/{id}/e-document/sms',
  body: Nothing,
  errors: [...ofEachStep, 'E_DOCUMENT_NOT_PREPARED', 'E_DOCUMENT_SMS_COOLDOWN'],
})

export const confirmEDocument = endpoint({
  ...step,
  operationId: 'confirmEDocument',
  summary: 'Confirm',
  about:
    'Submits the document with the seller’s code and finalizes the voucher once it is accepted.',
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
  summary: 'Read the status',
  about: 'Asks the provider for the document’s status and completes the voucher accordingly.',
  path: '/v1/expenses/{id}/e-document/status',
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
  summary: 'Download the file',
  about: 'The document as a file without an envelope: the draft, or what was sent.',
  path: '/v1/expenses/{id}/e-document/file',
  query: Type.Object({ format: described(oneOf('pdf', 'xml'), 'File format.') }),
  file: ['application/pdf', 'application/xml'],
  errors: [...ofEach, 'E_DOCUMENT_BUSY', 'E_DOCUMENT_NOT_PREPARED', 'E_DOCUMENT_FILE_INVALID'],
})
