import { sql } from 'kysely'
import type { AuditedSystem } from '#audit/audited-system.ts'
import { E_DOCUMENT_STATES } from '#kernel/events/electronic-document.ts'
import { type Listed, withHeadlines } from '../../page/records/headlines.ts'

/** What a document waits for. */
export type Waiting = 'unknown' | 'underWay' | 'person'

/** The open states of each kind of document, and what one in it waits for. */
const vouchers: Readonly<Record<string, Waiting>> = {
  review_required: 'unknown',
  preparing: 'underWay',
  sms_sending: 'underWay',
  dispatching: 'underWay',
  provider_accepted: 'underWay',
  deleting: 'underWay',
  prepared: 'person',
  verification_pending: 'person',
  failed: 'person',
}
const invoices: Readonly<Record<string, Waiting>> = {
  unknown: 'unknown',
  submitting: 'underWay',
  deletingDraft: 'underWay',
}

const voucherStates = E_DOCUMENT_STATES.filter((state) => state in vouchers)

export interface OpenDocument extends Omit<Listed, 'noun'> {
  readonly noun: 'expense-voucher' | 'invoice'
  readonly state: string
  readonly waiting: Waiting
  /** Epoch milliseconds: since when nothing has happened. */
  readonly since: number
}

export interface OpenDocuments {
  /** The oldest first. */
  readonly documents: readonly OpenDocument[]
  /** False if there are more than a page shows. */
  readonly areAll: boolean
}

export const MOST_DOCUMENTS = 200

type Sources = Pick<AuditedSystem, 'pool' | 'readModels'>

/** The company's documents whose outcome is unknown or that wait, the longest first. */
export async function openDocuments(sources: Sources, companyId: string): Promise<OpenDocuments> {
  const found = [
    ...(await openVouchers(sources, companyId)),
    ...(await openInvoices(sources, companyId)),
  ].toSorted((one, other) => one.since - other.since)
  const shown = found.slice(0, MOST_DOCUMENTS)
  const asked = shown.map(({ noun, id }) => ({ noun, id, matched: 'id' }))
  const listed = await withHeadlines(sources.pool, companyId, asked)
  const headlineOf = new Map(listed.map(({ noun, id, headline }) => [`${noun} ${id}`, headline]))
  const documents = shown.map(({ noun, id, state, waiting, since }) => {
    return { noun, id, state, waiting, since, headline: headlineOf.get(`${noun} ${id}`) ?? null }
  })
  return { documents, areAll: found.length <= MOST_DOCUMENTS }
}

async function openVouchers({ readModels }: Sources, companyId: string) {
  const rows = await readModels
    .selectFrom('expense_voucher')
    .select(['id', 'state', 'updated_at'])
    .where('company_id', '=', companyId)
    .where('visible', '=', true)
    .where('state', 'in', voucherStates)
    .orderBy('updated_at')
    .limit(MOST_DOCUMENTS + 1)
    .execute()
  return rows.map(({ id, state, updated_at }) =>
    openDocument({ noun: 'expense-voucher', id, state: state ?? '', updatedAt: updated_at }),
  )
}

/** By the index of the few that are pending; it knows its own words alone. */
const isPending = sql<boolean>`stage in ('submitting', 'unknown', 'deletingDraft')`

async function openInvoices({ readModels }: Sources, companyId: string) {
  const rows = await readModels
    .selectFrom('invoice')
    .select(['id', 'stage', 'updated_at'])
    .where('company_id', '=', companyId)
    .where(isPending)
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

function openDocument({ updatedAt, ...row }: Row) {
  const since = Number(BigInt(updatedAt) / 1_000n)
  return { ...row, since, waiting: waitingIn(row) ?? 'underWay' }
}

/** What a document in a state waits for; undefined if for nothing. */
export const waitingIn = ({
  noun,
  state,
}: Pick<OpenDocument, 'noun' | 'state'>): Waiting | undefined =>
  (noun === 'invoice' ? invoices : vouchers)[state]
