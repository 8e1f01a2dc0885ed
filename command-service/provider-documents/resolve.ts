import type {
  NotFound,
  NotTaken,
  Outcome,
  Refused,
  Unknown,
  VoucherStatus,
} from '#command/providers/integrator/port.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'

/** An operator's decision about a document. */
export interface OperatorDecision {
  /** The document's id, or its uuid at the provider. */
  readonly document: string
  readonly resolvedAs: 'accepted' | 'neverArrived'
  readonly reason: string
  /** The official number, as far as the person knows it. */
  readonly number: string | null
  /** Decides also if the provider cannot be reached to prevent a late submission. */
  readonly withoutFence: boolean
}

/** The state of a document after it was resolved. */
export interface Resolution {
  readonly id: string
  readonly companyId: string
  readonly uuid: string
  readonly decidedBy: 'provider' | 'person'
  readonly state: string
  readonly officialNumber: string | null
  /** The local number. */
  readonly serial: string | null
  readonly number: string | null
  /** The position of the last event about it. */
  readonly position: LogPosition
  /** Why it is not complete, in one line. */
  readonly isLeftOpenBy: string | null
}

/** A document that an operator may settle, and the possible steps. */
export interface Resolvable<Settled extends object> {
  readonly isDeleting: boolean
  /** Set where it counts as accepted, and is not complete here. */
  readonly incomplete: {
    readonly officialNumber: string | null
    readonly complete: () => Promise<Settled>
  } | null
  readonly askStatus: () => Promise<Outcome<VoucherStatus> | NotFound>
  /** Uses the uuid up at the provider, so that a late submission finds nothing to accept. */
  readonly cancel: () => Promise<Outcome<object> | NotFound>
  readonly recordStatus: (status: VoucherStatus) => Promise<Settled>
  readonly recordDecision: () => Promise<Settled>
}

type Resolved<Settled> = Settled & Pick<Resolution, 'decidedBy'>

/** The provider is asked first; its clear answer counts, and a person decides only the rest. */
export async function resolveDocument<Settled extends object>(
  document: Resolvable<Settled>,
  order: OperatorDecision,
): Promise<Resolved<Settled>> {
  const answer = answerIn(await document.askStatus())
  const { isDeleting, incomplete } = document
  refuseContradiction(order, document, answer)
  // A draft there may still be submitted, and what is being deleted must still be deleted.
  if (answer.kind === 'status' && answer.status.state !== 'draft' && !isDeleting) {
    return { ...(await document.recordStatus(answer.status)), decidedBy: 'provider' }
  }
  if (incomplete !== null) return { ...(await incomplete.complete()), decidedBy: 'provider' }
  if (order.resolvedAs === 'neverArrived') {
    expectCancelled(await document.cancel(), { answer, withoutFence: order.withoutFence })
  }
  return { ...(await document.recordDecision()), decidedBy: 'person' }
}

type Answer =
  | { readonly kind: 'status'; readonly status: VoucherStatus }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'unclear'; readonly errorCode: string; readonly isReachable: boolean }

function answerIn(answer: Outcome<VoucherStatus> | NotFound): Answer {
  if (answer.kind === 'done') return { kind: 'status', status: answer.answer }
  return answer.kind === 'notFound' ? answer : unclear(answer)
}

const unclear = ({ kind, errorCode }: Refused | NotTaken | Unknown) => ({
  kind: 'unclear' as const,
  errorCode,
  isReachable: kind !== 'unknown' || !['CONNECTION', 'TIMEOUT'].includes(errorCode),
})

/** Refuses a decision that contradicts the provider's answer, or an earlier one. */
function refuseContradiction(
  { resolvedAs, number }: OperatorDecision,
  { isDeleting, incomplete }: Pick<Resolvable<object>, 'isDeleting' | 'incomplete'>,
  answer: Answer,
): void {
  const status = answer.kind === 'status' ? answer.status : null
  const official =
    status?.state === 'accepted' ? status.number : (incomplete?.officialNumber ?? null)
  if (resolvedAs === 'neverArrived') {
    if (official === null && incomplete === null) return
    const as = official === null ? '' : ` as ${official}`
    refuse(`The provider has accepted the document${as}: nothing was changed.`)
  }
  if (isDeleting) {
    refuse('The document is being deleted: it can be resolved as never-arrived only.')
  }
  if (incomplete === null && status !== null && status.state !== 'accepted') {
    refuse(`The provider says that the document is ${status.state}: nothing was changed.`)
  }
  if (number !== null && official !== null && official !== number) {
    refuse(`The provider has accepted the document as ${official}: nothing was changed.`)
  }
  if (number !== null && official === null && incomplete !== null) {
    refuse('The document counts as accepted without a number, and none can be added to it.')
  }
}

/**
 * Refuses unless the provider has used up the uuid. Only one that cannot be reached at all may be
 * left out, and only when the person says so.
 */
function expectCancelled(
  cancelled: Outcome<object> | NotFound,
  { answer, withoutFence }: { readonly answer: Answer; readonly withoutFence: boolean },
): void {
  if (cancelled.kind === 'done' || cancelled.kind === 'notFound') return
  if (cancelled.kind === 'refused' && cancelled.errorCode === 'ALREADY_ACCEPTED') {
    refuse('The provider says that the document is accepted: nothing was changed.')
  }
  const { errorCode, isReachable } = unclear(cancelled)
  const isGone = !isReachable && answer.kind === 'unclear' && !answer.isReachable
  if (isGone && withoutFence) return
  const wayOut = isGone
    ? 'Try again later, or take the risk with --without-fence.'
    : 'Try again later.'
  refuse(
    `The provider does not confirm that it has cancelled the document (${errorCode}), so a late submission could still be accepted: nothing was changed. ${wayOut}`,
  )
}

export function refuse(message: string): never {
  throw new CommandError(message)
}
