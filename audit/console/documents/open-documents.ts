import { sql } from 'kysely'
import type { AuditedSystem } from '#audit/audited-system.ts'
import { invoiceStagesWaitingFor } from '#kernel/events/invoice-life.ts'
import { settling, type WaitsFor } from '#kernel/events/life.ts'
import { voucherStatesWaitingFor } from '#kernel/events/voucher-life.ts'
import { isPending } from '#kernel/records/invoices.ts'
import { type Listed, withHeadlines } from '../../page/records/headlines.ts'

const WAITING = ['unknown', 'underWay', 'person'] as const

/** What a document waits for. */
export type Waiting = (typeof WAITING)[number]

/** What a document waits for, as the console says it. */
const saidOf = {
  answer: 'underWay',
  completion: 'underWay',
  cancellation: 'underWay',
  question: 'unknown',
  nextStep: 'person',
} as const satisfies Readonly<Record<WaitsFor, Waiting>>

const meantBy = (waiting: Waiting): readonly WaitsFor[] =>
  [...settling, 'nextStep' as const].filter((one) => saidOf[one] === waiting)

export interface OpenDocument extends Omit<Listed, 'noun'> {
  readonly noun: 'expense-voucher' | 'invoice'
  readonly state: string
  /** Epoch milliseconds: since when nothing has happened. */
  readonly since: number
}

/** Those that wait for the same. */
export interface OpenDocuments {
  readonly waiting: Waiting
  /** The oldest first. */
  readonly documents: readonly OpenDocument[]
  /** False if there are more than a page shows. */
  readonly areAll: boolean
}

export const MOST_DOCUMENTS = 100

type Sources = Pick<AuditedSystem, 'pool' | 'readModels'>

/**
 * The company's documents whose outcome is unknown or that wait, the longest first. Each kind has a limit of its
 * own, so that many forgotten drafts hide no unknown outcome.
 */
export async function openDocuments(
  sources: Sources,
  companyId: string,
): Promise<readonly OpenDocuments[]> {
  const found: OpenDocuments[] = []
  for (const waiting of WAITING) found.push(await documentsWaitingFor(waiting, sources, companyId))
  return found
}

async function documentsWaitingFor(
  waiting: Waiting,
  sources: Sources,
  companyId: string,
): Promise<OpenDocuments> {
  const found = [
    ...(await openVouchers(waiting, sources, companyId)),
    ...(await openInvoices(waiting, sources, companyId)),
  ].toSorted((one, other) => one.since - other.since)
  const shown = found.slice(0, MOST_DOCUMENTS)
  const asked = shown.map(({ noun, id }) => ({ noun, id, matched: 'id' }))
  const listed = await withHeadlines(sources.pool, companyId, asked)
  const headlineOf = new Map(listed.map(({ noun, id, headline }) => [`${noun} ${id}`, headline]))
  const documents = shown.map(({ noun, id, state, since }) => {
    return { noun, id, state, since, headline: headlineOf.get(`${noun} ${id}`) ?? null }
  })
  return { waiting, documents, areAll: found.length <= MOST_DOCUMENTS }
}

async function openVouchers(waiting: Waiting, { readModels }: Sources, companyId: string) {
  const states = voucherStatesWaitingFor(...meantBy(waiting))
  const rows = await readModels
    .selectFrom('expense_voucher')
    .select(['id', 'state', 'updated_at'])
    .where('company_id', '=', companyId)
    .where('visible', '=', true)
    .where('state', 'in', states)
    .orderBy('updated_at')
    .limit(MOST_DOCUMENTS + 1)
    .execute()
  return rows.map(({ id, state, updated_at }) =>
    openDocument({ noun: 'expense-voucher', id, state: state ?? '', updatedAt: updated_at }),
  )
}

/** By the index of the few that are pending; it knows its own words alone. */
const isPendingInvoice = sql.raw<boolean>(isPending)

async function openInvoices(waiting: Waiting, { readModels }: Sources, companyId: string) {
  const stages = invoiceStagesWaitingFor(...meantBy(waiting))
  if (stages.length === 0) return []
  const rows = await readModels
    .selectFrom('invoice')
    .select(['id', 'stage', 'updated_at'])
    .where('company_id', '=', companyId)
    .where(isPendingInvoice)
    .where('stage', 'in', stages)
    .orderBy('updated_at')
    .limit(MOST_DOCUMENTS + 1)
    .execute()
  return rows.map(({ id, stage, updated_at }) =>
    openDocument({ noun: 'invoice', id, state: stage, updatedAt: updated_at }),
  )
}

interface Row extends Pick<OpenDocument, 'noun' | 'id' | 'state'> {
  /** Microseconds. */
  readonly updatedAt: string
}

const openDocument = ({ updatedAt, ...row }: Row) => ({
  ...row,
  since: Number(BigInt(updatedAt) / 1_000n),
})

const statesOf = {
  'expense-voucher': voucherStatesWaitingFor,
  invoice: invoiceStagesWaitingFor,
} as const

/** What a document in a state waits for; undefined if for nothing. */
export const waitingIn = ({
  noun,
  state,
}: Pick<OpenDocument, 'noun' | 'state'>): Waiting | undefined =>
  WAITING.find((waiting) => statesOf[noun](...meantBy(waiting)).some((one) => one === state))
