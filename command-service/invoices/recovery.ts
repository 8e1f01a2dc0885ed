import { type Static, Type } from 'typebox'
import { fence, release } from '#command/claims/claiming.ts'
import {
  at,
  type ClaimStep,
  evolveClaims,
  isClaimStep,
  openFields,
} from '#command/claims/open-claims.ts'
import { openWorkOf, originAfter, put, without } from '#command/event-sourcing/open-work.ts'
import type {
  OpenWork,
  ProcessManager,
  ProcessManagerDependencies,
} from '#command/event-sourcing/process-manager.ts'
import { type Patience, startRecovery } from '#command/provider-documents/recovery.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { epochMsOf } from '#kernel/domain/instant.ts'
import { documentLedgerEvents, transactionClaimEvents } from '#kernel/events/claims.ts'
import { type InvoiceEvent, invoiceEvents } from '#kernel/events/invoice.ts'
import type { Recorded } from '#kernel/platform/recording/event-codec.ts'
import { invoiceClaimant } from './claims.ts'
import { resumeDraftDeletion } from './delete.ts'
import { execute, instantNow, type SettlingDependencies } from './repository.ts'
import { askStatus } from './status.ts'
import { settleExpired } from './submit.ts'

/**
 * An invoice that is not finished: claims without an invoice, a call whose outcome is not recorded or
 * not known, a draft that is to be deleted, claims to give back.
 */
const OpenInvoice = Type.Object({
  ...openFields,
  stage: Type.Enum(['claimed', 'submitting', 'unknown', 'deleting', 'givenUp']),
  isDraft: Type.Boolean(),
  /** How many questions or deletions at the integrator had no result, and when the next one is due. */
  asked: Type.Integer(),
  dueAt: Type.Number(),
})
export type OpenInvoice = Static<typeof OpenInvoice>

export type InvoiceStep = InvoiceEvent | ClaimStep

export const openInvoicesFrom = openWorkOf(OpenInvoice)

export function evolveOpenInvoices(
  work: OpenWork<OpenInvoice>,
  recorded: Recorded<InvoiceStep>,
): OpenWork<OpenInvoice> {
  const { event } = recorded
  return isClaimStep(event)
    ? evolveClaims(work, { ...recorded, event }, claiming)
    : evolveInvoices(work, { ...recorded, event })
}

function evolveInvoices(
  work: OpenWork<OpenInvoice>,
  recorded: Recorded<InvoiceEvent>,
): OpenWork<OpenInvoice> {
  const { event } = recorded
  const { invoiceId: id } = event.data
  const before = work.get(id)
  const { isDraft, asked } = before ?? beginning
  const stage = (of: Pick<OpenInvoice, 'stage'> & Partial<OpenInvoice>) =>
    put(work, id, { ...beginning, isDraft, asked, ...at(recorded), ...of })
  /** Of a draft and its record, what ends first gives the claims back, perhaps not at once. */
  const givenUp = (claims: Claims) => {
    const left = isHeld(claims) ? claims : leftBy(before)
    return isHeld(left) ? stage({ stage: 'givenUp', ...left }) : without(work, id)
  }
  switch (event.type) {
    case 'InvoiceRequested':
      return stage({ stage: 'submitting', isDraft: event.data.isDraft })
    case 'SubmissionStarted':
      return stage({ stage: 'submitting' })
    case 'SubmissionUnknown':
      return stage({ stage: 'unknown' })
    case 'StatusAsked':
      return stage({ stage: 'unknown', asked: asked + 1, dueAt: epochMsOf(event.data.nextAt) })
    case 'DraftDeletionStarted':
      return stage({ stage: 'deleting', ...leftBy(before) })
    case 'DraftDeletionUnknown':
      return stage({ stage: 'deleting', asked: asked + 1, ...leftBy(before) })
    case 'InvoiceImported':
    case 'InvoiceIssued':
    case 'DraftKept':
      return without(work, id)
    case 'SubmissionRefused':
    case 'DraftDeleted':
    case 'RecordDeleted':
      return givenUp(event.data.claims)
    case 'OutcomeResolved':
      return event.data.resolvedAs === 'accepted' ? work : givenUp(event.data.claims)
    case 'DraftDeletionRefused':
    case 'InvoiceAbandoned':
      return givenUp(leftBy(before))
    case 'InvoiceCancelled':
      return work
    default:
      return assertNever(event)
  }
}

type Claims = Pick<OpenInvoice, 'ledger' | 'transaction'>

const isHeld = ({ ledger, transaction }: Claims) => ledger !== null || transaction !== null

const leftBy = ({ ledger, transaction }: Claims = { ledger: null, transaction: null }): Claims => ({
  ledger,
  transaction,
})

const beginning = { isDraft: false, asked: 0, dueAt: 0 }

const claiming = {
  kind: 'invoice',
  claimed: (claims: Pick<OpenInvoice, keyof typeof openFields>): OpenInvoice => ({
    ...beginning,
    ...claims,
    stage: 'claimed',
  }),
} as const

type InvoiceAction = 'fence' | 'settle' | 'ask' | 'delete' | 'release'

/**
 * The step that completes an invoice after a crash, or after the integrator's silence. Nothing is sent
 * again: it is asked about until there is an answer; a draft that may be there is deleted.
 */
export function nextAction(
  { stage, since, dueAt, isDraft, asked }: OpenInvoice,
  now: number,
  { deadlineMs, graceMs }: Patience,
): InvoiceAction | 'wait' {
  const age = now - since
  switch (stage) {
    case 'claimed':
      return age >= graceMs ? 'fence' : 'wait'
    case 'submitting':
      return age >= deadlineMs ? 'settle' : 'wait'
    case 'unknown':
      if (age < graceMs || now < dueAt) return 'wait'
      return isDraft ? 'delete' : 'ask'
    case 'deleting':
      return age >= Math.max(deadlineMs, waitBeforeAsking(asked)) ? 'delete' : 'wait'
    case 'givenUp':
      return age >= graceMs ? 'release' : 'wait'
    default:
      return assertNever(stage)
  }
}

const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 60 * 60 * 1000

/** Doubles with every question or deletion without a result. */
export const waitBeforeAsking = (asked: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** Math.min(asked, 20), LONGEST_WAIT_MS)

const NAME = 'invoice-recovery'

/** How the log tells which invoices are not finished. */
export const invoiceWork = {
  name: NAME,
  families: [invoiceEvents, documentLedgerEvents, transactionClaimEvents],
  workFrom: openInvoicesFrom,
  evolve: evolveOpenInvoices,
}

export interface InvoiceRecoveryDependencies extends ProcessManagerDependencies {
  readonly invoices: SettlingDependencies
  readonly patience: Patience
}

export const startInvoiceRecovery = ({
  invoices,
  patience,
  ...dependencies
}: InvoiceRecoveryDependencies): Promise<ProcessManager> =>
  startRecovery<InvoiceStep, OpenInvoice, InvoiceAction>(dependencies, {
    ...invoiceWork,
    nextAction: (open, now) => nextAction(open, now, patience),
    recover: (invoiceId, open, action) =>
      recoverInvoice(invoices, { invoiceId, open, action }, patience),
  })

interface Recoverable {
  readonly invoiceId: string
  readonly open: OpenInvoice
  readonly action: InvoiceAction
}

/** Takes the step that is due. Each can be taken twice, by two processes, or after another crash. */
async function recoverInvoice(
  dependencies: SettlingDependencies,
  { invoiceId, open, action }: Recoverable,
  { deadlineMs }: Patience,
): Promise<void> {
  const origin = originAfter(NAME, open)
  const target = { invoiceId, origin }
  const claimant = invoiceClaimant(dependencies.repositories)
  switch (action) {
    case 'fence':
      await fence(claimant, invoiceId, { claims: open, origin })
      break
    case 'release':
      await release(claimant, invoiceId, { claims: open, origin })
      break
    case 'settle':
      await execute(dependencies, target, settleExpired(instantNow(dependencies), deadlineMs))
      break
    case 'ask': {
      const requestId = origin.commandId
      await askStatus(dependencies, { ...target, requestId, waitMs: waitBeforeAsking(open.asked) })
      break
    }
    case 'delete':
      await resumeDraftDeletion(dependencies, target)
      break
    default:
      assertNever(action)
  }
}
