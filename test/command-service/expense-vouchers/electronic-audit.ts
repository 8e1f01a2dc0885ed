import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { type Rule, rules, type State } from './electronic-rules.ts'

// Reads the log's own JSON, and shares nothing with the code under test.

/** As the service is set. */
export interface Patience {
  readonly cooldownMs: number
  readonly deadlineMs: number
}

const USUAL: Patience = { cooldownMs: 60_000, deadlineMs: 60_000 }

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const Data = Compile(
  Type.Object({
    documentMode: text,
    bankTransactionId: text,
    uuid: text,
    attemptId: text,
    state: text,
    officialNumber: text,
    retryAt: text,
    requestedAt: text,
    startedAt: text,
    givenUpAt: text,
    errorCode: text,
    number: text,
  }),
)
type EventData = ReturnType<typeof Data.Parse>

export interface BegunAttempt {
  readonly id: string
  readonly uuid: string
  /** The event that began it. */
  readonly type: string
}

export interface AuditedDocument {
  readonly voucherId: string
  readonly bankTransactionId: string | null
  state: State
  uuid: string | null
  readonly uuids: Set<string>
  /** Documents with a preparation that may still be in transit. */
  readonly doubtful: Set<string>
  readonly attempts: BegunAttempt[]
  before: State
  /** When the last attempt began, and when the next SMS may be sent. */
  begunAt: string
  smsRetryAt: string
  acceptance: { readonly uuid: string; readonly attemptId: string | null; number: string } | null
  localNumber: string | null
}

/** Where a document may be when everything has arrived and the provider has been asked. */
export const resting: ReadonlySet<State> = new Set([
  'draft',
  'prepared',
  'verification_pending',
  'failed',
  'review_required',
  'sent',
  'deleted',
])

export interface ElectronicAudit {
  readonly documents: ReadonlyMap<string, AuditedDocument>
  readonly faults: readonly string[]
}

/** What must never be in the log of electronic vouchers, whatever happened while it was written. */
export function auditElectronic(
  events: readonly StoredEvent[],
  patience: Patience = USUAL,
): ElectronicAudit {
  const documents = new Map<string, AuditedDocument>()
  const faults: string[] = []
  for (const { type, data: raw, metadata, stream } of events) {
    if (!stream.startsWith('expenseVoucher-')) continue
    const data = Data.Parse(raw)
    const voucherId = stream.slice(stream.indexOf('-') + 1)
    if (type === 'VoucherDrafted' && data.documentMode === 'electronic') {
      documents.set(voucherId, newDocument(voucherId, data.bankTransactionId ?? null))
    }
    const document = documents.get(voucherId)
    const rule = rules[type]
    if (document === undefined || type === 'VoucherDrafted') continue
    if (rule === undefined) faults.push(`${voucherId}: ${type} cannot happen`)
    else {
      const found = [
        ...orderFaults(document, { type, data, rule }, patience),
        ...recoveryFaults(document, type, metadata['actor']),
      ]
      faults.push(...found.map((fault) => `${voucherId}: ${type}: ${fault}`))
      apply(document, { type, data, rule })
    }
  }
  return { documents, faults }
}

interface Happened {
  readonly type: string
  readonly data: EventData
  readonly rule: Rule
}

const newDocument = (voucherId: string, bankTransactionId: string | null): AuditedDocument => ({
  voucherId,
  bankTransactionId,
  state: 'draft',
  uuid: null,
  uuids: new Set(),
  doubtful: new Set(),
  attempts: [],
  before: 'draft',
  begunAt: '',
  smsRetryAt: '',
  acceptance: null,
  localNumber: null,
})

function orderFaults(
  document: AuditedDocument,
  { type, data, rule }: Happened,
  { cooldownMs, deadlineMs }: Patience,
): string[] {
  const { state, uuid, uuids, before, smsRetryAt, acceptance } = document
  const faults: string[] = []
  const expect = (isRight: boolean, fault: string) => isRight || faults.push(fault)
  expect(rule.from.includes(state), `the document is ${state}`)
  const last = document.attempts.at(-1)?.id
  if (rule.attempt === 'last') expect(data.attemptId === last, 'it is not about the last attempt')
  if (rule.attempt === 'lastOrNone') {
    expect(data.attemptId === null || data.attemptId === last, 'it is about another attempt')
  }
  const isAnew = type === 'PreparationStarted' && (uuid === null || state === 'failed')
  if (isAnew) expect(!uuids.has(data.uuid ?? ''), 'a uuid is used again after a refusal')
  else if (data.uuid != null) expect(data.uuid === uuid, `it is about ${data.uuid}, not ${uuid}`)
  if (rule.to === 'before') expect(data.state === before, `back to ${data.state}, not ${before}`)
  if (type === 'SmsRequested') {
    expect((data.requestedAt ?? '') >= smsRetryAt, `before the cooldown ends (${smsRetryAt})`)
  }
  if (type === 'SmsSent' || type === 'SmsUnknown') {
    expect(elapsed(document, data.retryAt) >= cooldownMs, 'the cooldown is too short')
  }
  const isTooEarly = elapsed(document, data.givenUpAt) < deadlineMs
  expect(data.errorCode !== 'DEADLINE' || !isTooEarly, 'given up before the deadline')
  const isFinal = type === 'VoucherFinalized'
  expect(!isFinal || acceptance !== null, 'the provider has not accepted it')
  const isOver = acceptance !== null && !['LocalCompletionFailed', 'StatusChecked'].includes(type)
  expect(isFinal || !isOver, 'the provider has accepted it already')
  expect(type !== 'DraftDeleted' || state === 'deleting' || uuid === null, 'it is not cancelled')
  return faults
}

const elapsed = ({ begunAt }: AuditedDocument, until: string | null = '') =>
  Date.parse(until ?? '') - Date.parse(begunAt)

/** Only callers start attempts at the provider, except that a started deletion continues. */
function recoveryFaults({ state }: AuditedDocument, type: string, actor: unknown): string[] {
  const begins = rules[type]?.attempt === 'begins'
  const isProcess = JSON.stringify(actor).includes('"process"')
  const goesOn = type === 'DeletionStarted' && state === 'deleting'
  return begins && isProcess && !goesOn ? ['the recovery began it'] : []
}

function apply(document: AuditedDocument, { type, data, rule }: Happened): void {
  const { state } = document
  if (rule.attempt === 'begins') {
    const uuid = data.uuid ?? ''
    if (state !== 'deleting') document.before = state
    document.uuid = uuid
    document.uuids.add(uuid)
    document.begunAt = data.startedAt ?? data.requestedAt ?? ''
    document.attempts.push({ id: data.attemptId ?? '', uuid, type })
  }
  if (type === 'SmsSent' || type === 'SmsUnknown') document.smsRetryAt = data.retryAt ?? ''
  if (type === 'ProviderAccepted') {
    const { uuid, attemptId = null, officialNumber: number } = data
    document.acceptance = { uuid: uuid ?? '', attemptId, number: number ?? '' }
  }
  if (type === 'PreparationUnknown') document.doubtful.add(data.uuid ?? '')
  if (type === 'VoucherFinalized') document.localNumber = data.number ?? null
  if (rule.to === 'before') document.state = document.before
  else if (rule.to !== 'same') document.state = rule.to
}
