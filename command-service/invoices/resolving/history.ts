import type { Log } from '#command/event-sourcing/log.ts'
import type { AttemptMade } from '#command/provider-documents/document-kind.ts'
import { type InvoiceEvent, invoiceEvents } from '#kernel/events/invoice.ts'
import { type Recorded, recallUnopened } from '#kernel/platform/recording.ts'
import { invoice } from '../invoice.ts'
import type { RequestedInvoice } from '../invoice-state.ts'
import { invoiceStream } from '../issuing/repositories.ts'

const PAGE = 500

/** An invoice as its stream tells of it; nothing personal is opened. */
export interface InvoiceHistory {
  readonly invoice: RequestedInvoice
  readonly companyId: string
  /** Since when it is at its stage. */
  readonly since: string
  readonly attempts: readonly AttemptMade[]
}

/** Undefined for what never came into being. */
export async function historyOf(log: Log, invoiceId: string): Promise<InvoiceHistory | undefined> {
  let state = invoice.initial
  let since = ''
  let companyId = ''
  const attempts = new Map<string, AttemptMade>()
  for await (const { event, metadata } of recordedIn(log, invoiceStream(invoiceId))) {
    const before = stageIn(state)
    state = invoice.evolve(state, event)
    if (stageIn(state) !== before) since = metadata.recordedAt
    companyId ||= metadata.companyId
    const isDraft = state.status === 'requested' && state.content.isDraft
    follow(attempts, event, isDraft ? 'draft' : 'submit')
  }
  if (state.status !== 'requested') return undefined
  return { invoice: state, companyId, since, attempts: [...attempts.values()] }
}

const stageIn = (state: typeof invoice.initial) =>
  state.status === 'requested' ? state.stage : state.status

async function* recordedIn(
  { eventStore }: Log,
  stream: string,
): AsyncGenerator<Recorded<InvoiceEvent>, void> {
  for (let from = 0n; ; from += BigInt(PAGE)) {
    const stored = await eventStore.readStream(stream, { from, maxCount: PAGE })
    yield* recallUnopened(() => invoiceEvents, stored)
    if (stored.length < PAGE) return
  }
}

function follow(
  attempts: Map<string, AttemptMade>,
  { type, data }: InvoiceEvent,
  submission: 'submit' | 'draft',
): void {
  if (type === 'SubmissionStarted' || type === 'DraftDeletionStarted') {
    const { attemptId, startedAt } = data
    const step = type === 'SubmissionStarted' ? submission : 'delete'
    attempts.set(attemptId, { attemptId, step, startedAt, outcome: 'open', errorCode: null })
    return
  }
  const outcome = outcomes[type]
  if (outcome === undefined || !('attemptId' in data) || data.attemptId === null) return
  const attempt = attempts.get(data.attemptId)
  if (attempt === undefined) return
  const errorCode = 'errorCode' in data ? data.errorCode : null
  attempts.set(attempt.attemptId, { ...attempt, outcome, errorCode })
}

/** How each event leaves the attempt that it names. */
const outcomes: Readonly<Partial<Record<InvoiceEvent['type'], AttemptMade['outcome']>>> = {
  InvoiceIssued: 'done',
  DraftKept: 'done',
  SubmissionRefused: 'refused',
  SubmissionUnknown: 'unknown',
  DraftDeletionRefused: 'refused',
  DraftDeletionUnknown: 'unknown',
}
