import type { Log } from '#command/event-sourcing/log.ts'
import type { AttemptMade } from '#command/provider-documents/document-kind.ts'
import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { type Recorded, recallUnopened } from '#kernel/platform/recording.ts'
import { voucherStream } from '../dependencies.ts'
import { type ElectronicVoucher, expenseVoucher } from '../voucher.ts'

const PAGE = 500

/** An electronic voucher as its stream tells of it; nothing personal is opened. */
export interface VoucherHistory {
  readonly voucher: ElectronicVoucher
  readonly companyId: string
  /** Since when the document is in its state. */
  readonly since: string
  readonly attempts: readonly AttemptMade[]
}

/** Undefined for paper, and for what is not there. */
export async function historyOf(log: Log, voucherId: string): Promise<VoucherHistory | undefined> {
  const stream = voucherStream(voucherId)
  let state = expenseVoucher.initial
  let since: string | undefined
  let companyId: string | undefined
  const attempts = new Map<string, AttemptMade>()
  for await (const { event, metadata } of recordedIn(log, stream)) {
    const before = stateIn(state)
    state = expenseVoucher.evolve(state, event)
    if (stateIn(state) !== before) since = metadata.recordedAt
    companyId ??= metadata.companyId
    follow(attempts, event)
  }
  if (state.status !== 'electronic' || since === undefined || companyId === undefined) {
    return undefined
  }
  return { voucher: state, companyId, since, attempts: [...attempts.values()] }
}

const stateIn = (voucher: typeof expenseVoucher.initial) =>
  voucher.status === 'electronic' ? voucher.document.state : voucher.status

async function* recordedIn(
  { eventStore }: Log,
  stream: string,
): AsyncGenerator<Recorded<ExpenseVoucherEvent>, void> {
  for (let from = 0n; ; from += BigInt(PAGE)) {
    const stored = await eventStore.readStream(stream, { from, maxCount: PAGE })
    yield* recallUnopened(() => expenseVoucherEvents, stored)
    if (stored.length < PAGE) return
  }
}

function follow(attempts: Map<string, AttemptMade>, event: ExpenseVoucherEvent): void {
  const begun = begunBy(event)
  if (begun !== undefined) {
    attempts.set(begun.attemptId, { ...begun, outcome: 'open', errorCode: null })
    return
  }
  if (!('attemptId' in event.data) || event.data.attemptId === null) return
  const attempt = attempts.get(event.data.attemptId)
  const outcome = outcomes[event.type]
  if (attempt === undefined || outcome === undefined) return
  const errorCode = 'errorCode' in event.data ? event.data.errorCode : null
  attempts.set(attempt.attemptId, { ...attempt, outcome, errorCode })
}

function begunBy(
  event: ExpenseVoucherEvent,
): Pick<AttemptMade, 'attemptId' | 'step' | 'startedAt'> | undefined {
  switch (event.type) {
    case 'PreparationStarted':
      return begun('prepare', event.data)
    case 'SmsRequested': {
      const { attemptId, requestedAt: startedAt } = event.data
      return begun('sms', { attemptId, startedAt })
    }
    case 'SubmissionStarted':
      return begun('confirm', event.data)
    case 'DeletionStarted':
      return begun('delete', event.data)
    default:
      return undefined
  }
}

const begun = (
  step: AttemptMade['step'],
  { attemptId, startedAt }: Pick<AttemptMade, 'attemptId' | 'startedAt'>,
) => ({ attemptId, step, startedAt })

/** How each event leaves the attempt that it names; a late answer leaves it as it was given up. */
const outcomes: Readonly<Partial<Record<ExpenseVoucherEvent['type'], AttemptMade['outcome']>>> = {
  VoucherPrepared: 'done',
  PreparationRefused: 'refused',
  PreparationUnknown: 'unknown',
  SmsSent: 'done',
  SmsRefused: 'refused',
  SmsUnknown: 'unknown',
  CodeRefused: 'refused',
  SubmissionRefused: 'refused',
  SubmissionUnknown: 'unknown',
  ProviderAccepted: 'done',
  DeletionRefused: 'refused',
  DeletionUnknown: 'unknown',
}
