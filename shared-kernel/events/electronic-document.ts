import { type Forgotten, valueUnlessForgotten } from './event-family.ts'
import type { ExpenseVoucherEvent } from './expense-voucher.ts'
import { documentStateAfter, type State } from './voucher-life.ts'

/** The document of an electronic voucher, as the voucher's events make it. Moments are ISO 8601. */
export interface ElectronicDocument {
  readonly environment: 'test' | 'live'
  readonly uuid: string | null
  /** The official number. */
  readonly number: string | null
  readonly state: State
  /** Receives the code; locked when the document is prepared. */
  readonly phone: string | null
  readonly frozenAt: string | null
  readonly preparedAt: string | null
  readonly smsSentAt: string | null
  readonly smsRetryAt: string | null
  readonly acceptedAt: string | null
  readonly finalizedAt: string | null
  readonly lastCheckedAt: string | null
  readonly providerStatus: 'unknown' | 'waiting' | 'succeed' | 'error'
  readonly statusDetail: string | null
  readonly reportStatus: 'NotReported' | 'Reported' | null
  readonly cancelled: boolean | null
  readonly errorCode: string | null
  readonly errorMessage: string | null
}

export const newElectronicDocument = (
  environment: ElectronicDocument['environment'],
): ElectronicDocument => ({
  environment,
  uuid: null,
  number: null,
  state: 'draft',
  phone: null,
  frozenAt: null,
  preparedAt: null,
  smsSentAt: null,
  smsRetryAt: null,
  acceptedAt: null,
  finalizedAt: null,
  lastCheckedAt: null,
  providerStatus: 'unknown',
  statusDetail: null,
  reportStatus: null,
  cancelled: null,
  errorCode: null,
  errorMessage: null,
})

type Imported = Extract<ExpenseVoucherEvent, { type: 'VoucherImported' }>['data']

/** What another system told of the document that it had made official. */
export const importedDocument = (data: Imported): ElectronicDocument => ({
  ...newElectronicDocument(data.environment ?? 'live'),
  uuid: data.uuid,
  number: data.officialNumber,
  state: 'sent',
  finalizedAt: data.printDate,
  providerStatus: 'succeed',
  cancelled: data.cancelledAt === null ? null : true,
})

/**
 * The document after one more event of its voucher. The command service and the read models share
 * it, so they always agree.
 */
export const evolveDocument = (
  document: ElectronicDocument,
  event: ExpenseVoucherEvent,
): ElectronicDocument => ({
  ...document,
  ...(prepared(document, event) ?? verified(event) ?? submitted(event) ?? checked(document, event)),
  state: documentStateAfter(document.state, event),
})

type Change = Partial<ElectronicDocument> | undefined

function prepared(document: ElectronicDocument, event: ExpenseVoucherEvent): Change {
  switch (event.type) {
    case 'PreparationStarted': {
      const { uuid, seller, startedAt: frozenAt } = event.data
      const begun = uuid === document.uuid ? document : nextDocument(document)
      const phone = valueUnlessForgotten(seller)?.phone ?? null
      return { ...begun, ...noError, uuid, phone, frozenAt }
    }
    case 'VoucherPrepared': {
      const { preparedAt } = event.data
      return { ...noError, preparedAt, providerStatus: 'waiting' }
    }
    case 'PreparationRefused':
      return { ...errorOf(event), ...unlocked, providerStatus: 'error' }
    case 'PreparationUnknown':
      return { ...errorOf(event), ...unlocked, providerStatus: 'unknown' }
    default:
      return undefined
  }
}

function verified(event: ExpenseVoucherEvent): Change {
  switch (event.type) {
    case 'SmsRequested':
      return noError
    case 'SmsSent': {
      const { sentAt: smsSentAt, retryAt: smsRetryAt } = event.data
      return { ...noError, smsSentAt, smsRetryAt }
    }
    case 'SmsRefused':
      return errorOf(event)
    case 'SmsUnknown': {
      return { ...errorOf(event), smsRetryAt: event.data.retryAt }
    }
    default:
      return undefined
  }
}

function submitted(event: ExpenseVoucherEvent): Change {
  switch (event.type) {
    case 'SubmissionStarted':
      return noError
    case 'CodeRefused':
      return errorOf(event)
    case 'SubmissionRefused':
      return { ...errorOf(event), providerStatus: 'error' }
    case 'SubmissionUnknown':
      return { ...errorOf(event), providerStatus: 'unknown' }
    case 'ProviderAccepted': {
      const { officialNumber: number, acceptedAt } = event.data
      return { ...noError, providerStatus: 'succeed', number, acceptedAt }
    }
    case 'LocalCompletionFailed':
      return passiveAccount
    case 'VoucherFinalized':
      return { ...noError, finalizedAt: event.data.printDate }
    default:
      return undefined
  }
}

function checked(document: ElectronicDocument, event: ExpenseVoucherEvent): Change {
  switch (event.type) {
    case 'StatusChecked': {
      const { found, statusDetail, reportStatus, cancelled, checkedAt: lastCheckedAt } = event.data
      const providerStatus = statusOf[found]
      const said = {
        providerStatus,
        statusDetail: valueUnlessForgotten(statusDetail),
        reportStatus,
        // A cancellation is final: what contradicts it later changes nothing.
        cancelled: isCancelled(document) || cancelled,
      }
      return { ...said, lastCheckedAt }
    }
    case 'VoucherCancelled':
      return { cancelled: true }
    case 'DeletionStarted':
      return noError
    case 'DeletionUnknown':
      return errorOf(event)
    case 'DeletionRefused':
      return errorOf(event)
    case 'OutcomeResolved':
      return event.data.resolvedAs === 'accepted' ? undefined : neverArrived
    default:
      return undefined
  }
}

const isCancelled = ({ state, cancelled }: ElectronicDocument) =>
  state === 'sent' && cancelled === true

const noError = { errorCode: null, errorMessage: null } as const
const unlocked = { phone: null, frozenAt: null } as const
const passiveAccount = {
  errorCode: 'BANK_ACCOUNT_INACTIVE',
  errorMessage: 'The bank account of the source is passive.',
} as const
const neverArrived = {
  providerStatus: 'unknown',
  errorCode: 'NEVER_ARRIVED',
  errorMessage: 'It was found that the submission never reached the provider.',
} as const

const ownMessages: ReadonlySet<string> = new Set([
  passiveAccount.errorMessage,
  neverArrived.errorMessage,
])

/** The message if it is one of ours, which names no person; null for a provider's. */
export const ownErrorMessage = (message: string | null): string | null =>
  message !== null && ownMessages.has(message) ? message : null

interface Failed {
  readonly data: { readonly errorCode: string; readonly errorMessage: string | Forgotten }
}

const errorOf = ({ data: { errorCode, errorMessage } }: Failed) => ({
  errorCode,
  errorMessage: valueUnlessForgotten(errorMessage),
})

/** The next document of a voucher whose last one was refused; the SMS cooldown continues. */
const nextDocument = ({ environment, smsRetryAt }: ElectronicDocument): ElectronicDocument => ({
  ...newElectronicDocument(environment),
  smsRetryAt,
})

const statusOf = {
  draft: 'waiting',
  accepted: 'succeed',
  rejected: 'error',
  cancelled: 'error',
  notFound: 'unknown',
} as const
