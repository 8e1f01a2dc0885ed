type Plain = Readonly<Record<string, unknown>>

const error = { errorCode: null, errorMessage: null }
const unasked = { lastCheckedAt: null, statusDetail: null, reportStatus: null, cancelled: null }
const beforeAcceptance = { number: null, acceptedAt: null, finalizedAt: null }

const preparedDocument: Plain = {
  ...error,
  ...unasked,
  ...beforeAcceptance,
  environment: 'live',
  uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  state: 'prepared',
  phone: '905321234567',
  frozenAt: '2026-11-20T09:45:00.123Z',
  preparedAt: '2026-11-20T09:45:00.870Z',
  smsSentAt: null,
  smsRetryAt: null,
  providerStatus: 'waiting',
}

const verifiedDocument: Plain = {
  ...preparedDocument,
  state: 'verification_pending',
  smsSentAt: '2026-11-20T09:46:10.402Z',
  smsRetryAt: '2026-11-20T09:47:10.402Z',
}

/** As it is once its confirmation is answered. */
const sentDocument: Plain = {
  ...verifiedDocument,
  state: 'sent',
  number: 'GPM2026000000042',
  acceptedAt: '2026-11-20T09:46:52.318Z',
  finalizedAt: '2026-11-20T09:46:52.561Z',
  providerStatus: 'succeed',
}

/** Only asking for the status tells what the provider has done since. */
const asked = { lastCheckedAt: '2026-11-20T10:02:33.077Z' }
const reported = { ...asked, reportStatus: 'NotReported', cancelled: false }

const unclearDocument: Plain = {
  ...verifiedDocument,
  ...asked,
  state: 'review_required',
  providerStatus: 'unknown',
  errorCode: 'TIMEOUT',
  errorMessage: 'No answer came in time.',
}

interface Outcome {
  readonly name: string
  readonly summary: string
  readonly values: Plain
}

const draft = { isDraft: true, isFinalized: false, printDate: null, number: null }

/** The outcomes of operations whose answers differ: by operation and status. */
export const outcomes: Readonly<Record<string, readonly Outcome[]>> = {
  'createVoucher 201': [
    { name: 'finalized', summary: 'A finalized voucher', values: {} },
    { name: 'draft', summary: 'A draft', values: draft },
  ],
  'createInvoice 200': [
    {
      name: 'draft',
      summary: 'A draft at the integrator',
      values: { isDraft: true, invoiceId: null, invoiceNumber: null, totals: null },
    },
  ],
  'readVoucher 200': [
    { name: 'paper', summary: 'A finalized paper voucher', values: {} },
    { name: 'draft', summary: 'A paper draft', values: draft },
    {
      name: 'electronic',
      summary: 'An electronic voucher that has been sent',
      values: {
        documentMode: 'electronic',
        state: 'sent',
        printDate: sentDocument['finalizedAt'],
        eDocument: sentDocument,
      },
    },
  ],
  'prepareEDocument 200': [
    {
      name: 'prepared',
      summary: 'Prepared',
      values: { isFinalized: false, eDocument: preparedDocument },
    },
  ],
  'sendEDocumentSms 200': [
    {
      name: 'smsSent',
      summary: 'The SMS was sent',
      values: { isFinalized: false, eDocument: verifiedDocument },
    },
  ],
  'confirmEDocument 200': [{ name: 'sent', summary: 'Accepted and finalized', values: {} }],
  'readEDocumentStatus 200': [
    { name: 'sent', summary: 'Accepted and finalized', values: { eDocument: reported } },
    {
      name: 'unclear',
      summary: 'Still unknown at the provider',
      values: { isFinalized: false, eDocument: unclearDocument },
    },
  ],
}
