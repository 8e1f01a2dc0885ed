import type { CustomerDirectory } from '#command/providers/customers/port.ts'
import type { TaxpayerRegistry } from '#command/providers/taxpayer-registry/port.ts'
import { type CalendarDay, dayIn, yearOf } from '#kernel/domain/calendar-day.ts'
import { epochMsOf, instantOf } from '#kernel/domain/instant.ts'
import { toMoney } from '#kernel/domain/money.ts'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import { notFound } from '#kernel/domain/rejection.ts'
import type { TemplateEvent } from '#kernel/events/reference-data.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import { findTransaction } from '../claims/bank-transactions.ts'
import type { Claimant } from '../claims/claimant.ts'
import type { DocumentClaims } from '../claims/claiming.ts'
import { claimedDays, type WantedDay } from '../claims/same-day.ts'
import type { Log } from '../event-sourcing/log.ts'
import type { ReferenceData } from '../reference-data/reference-data.ts'
import type { TimeZones } from '../reference-data/time-zones.ts'
import type { CompanyReferences } from './company.ts'
import {
  type DraftFacts,
  documentDate,
  partyNumberOf,
  type SourceTransaction,
  writtenNumberOf,
} from './party.ts'

/** What it takes to draft a voucher or an invoice. */
export interface DraftingDependencies {
  readonly log: Log
  readonly customers: CustomerDirectory
  readonly taxpayers: TaxpayerRegistry
  readonly references: Pick<CompanyReferences, 'timeZone' | 'settings'> & {
    readonly timeZones: (companyId: string) => TimeZones
    readonly price: ReferenceData['price']
    /** The template of that key, or the company's default, that a document can be made from. */
    readonly template: (
      companyId: string,
      key: string | undefined,
    ) => TemplateEvent['data'] | undefined
  }
}

/** A document that is being drafted, for a preview or for good. */
export interface Drafting {
  readonly context: RequestContext
  readonly documentId: string
  /** Epoch milliseconds; for a command that is repeated, those of its first try. */
  readonly now: number
}

/** A document that is drafted for a preview, to stay a draft, or to be official at once. */
export interface PurposefulDrafting extends Drafting {
  readonly purpose: 'preview' | 'draft' | 'official'
}

interface DocumentRequest {
  readonly idNo?: string
  readonly bankTransactionId?: string
  readonly templateKey?: string
  readonly transactionDate?: string
  readonly amount?: number
}

/** Fetches what a document depends on. Rejects as not found what the request names and does not exist. */
export async function gatherFacts(
  { log, references, customers }: DraftingDependencies,
  request: DocumentRequest,
  { context: { caller }, now }: Drafting,
): Promise<DraftFacts> {
  const { companyId } = caller
  const { bankTransactionId, templateKey } = request
  const template = references.template(companyId, templateKey)
  const finding: Promise<SourceTransaction | undefined> =
    bankTransactionId === undefined
      ? Promise.resolve(undefined)
      : findTransaction(log, companyId, bankTransactionId)
  const accountOf = async () => {
    const number = request.idNo ?? writtenNumberOf(request, await finding)
    return number === undefined ? undefined : customers.find(companyId, number)
  }
  const [transaction, account] = await Promise.all([finding, accountOf()])
  if (template === undefined && templateKey !== undefined) return notFound('template')
  return {
    now: instantOf(now),
    timeZone: references.timeZone(companyId),
    settings: references.settings(companyId),
    template,
    price: template && references.price(companyId, template.material, instantOf(now)),
    account,
    transaction,
  }
}

/** Every document is entered in the ledger of its party and year. */
export function claimsFor(
  { log, references }: DraftingDependencies,
  { context: { caller }, documentId }: Drafting,
  document: {
    readonly kind: Claimant['kind']
    readonly request: DocumentRequest
    readonly facts: DraftFacts
    readonly allowDuplicate: boolean
  },
): DocumentClaims {
  const { companyId } = caller
  const { kind, request, facts, allowDuplicate } = document
  const { transaction, timeZone } = facts
  return {
    documentId,
    bankTransactionId: transaction?.transactionId ?? null,
    ...dayClaims(log, {
      kind,
      companyId,
      party: partyNumberOf(request, transaction) ?? '',
      transactionDate: documentDate(request, facts),
      timeZone,
      timeZones: references.timeZones(companyId),
    }),
    amount: toMoney(transaction?.amount ?? String(request.amount ?? 0)),
    allowDuplicate,
  }
}

interface DatedParty extends WantedDay {
  readonly kind: Claimant['kind']
  readonly companyId: string
  /** Its identity or tax number; empty where there is none. */
  readonly party: string
  /** The company's at present. */
  readonly timeZone: string
}

/** The ledger in which a document is entered, and those in which its duplicates may be. */
export function dayClaims(
  { vault }: Pick<Log, 'vault'>,
  { kind, companyId, party, timeZone, ...wanted }: DatedParty,
): Pick<DocumentClaims, 'ledger' | 'day' | 'duplicates'> {
  const day = dayIn(timeZone, epochMsOf(wanted.transactionDate))
  const ledgerOf = (one: CalendarDay) =>
    `documentLedger-${vault.pseudonym('ledger', kind, companyId, normalNumber(party), String(yearOf(one)))}`
  const ledger = ledgerOf(day)
  const days = claimedDays(wanted)
  const otherLedgers = [...new Set(days.map(ledgerOf))].filter((other) => other !== ledger)
  return { ledger, day, duplicates: { ...wanted, days, otherLedgers } }
}
