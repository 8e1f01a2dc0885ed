import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { categoryOf } from '#kernel/events/category-of.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { streamPages } from '#kernel/platform/event-store/stream-pages.ts'
import {
  bankTransactionIdOf,
  bankTransactionStream,
} from '#kernel/platform/recording/bank-transaction-id.ts'
import type { AuditedLog } from '../audited-system.ts'
import { logSlice } from '../log-slice.ts'
import { ownStream, type Subject } from '../nouns.ts'

/** Pages of events, in log order. */
export type Pages = AsyncIterable<readonly StoredEvent[]>

export const referenceData: ReadonlySet<string> = new Set([
  'company',
  'companySettings',
  'screeningSettings',
  'apiKey',
  'providerAccount',
  'price',
  'template',
  'webhookEndpoint',
])

/** A stream with events about a record. */
export interface HistorySource {
  readonly stream: string
  /** The first revision that may concern the record. */
  readonly from: bigint
  readonly isWanted: (event: StoredEvent) => boolean
}

/** The beginnings of the names of a company's streams of reference data. */
export const referencePrefixes = (companyId: string): readonly string[] =>
  [...referenceData].map((category) =>
    namedByCompany.has(category) ? `${category}-${companyId}` : `${category}-`,
  )

const namedByCompany = new Set([
  'company',
  'companySettings',
  'screeningSettings',
  'providerAccount',
  'price',
])

/** Everything in the log about a record: its own stream, and events of other streams that concern it. */
export async function streamsOf(log: AuditedLog, subject: Subject): Promise<readonly Pages[]> {
  const { id, noun } = subject
  if (noun === 'company') {
    return [logSlice(log, { isWanted: isReferenceDataOf(id), upTo: await log.headOfLog() })]
  }
  return (await sourcesOf(log, subject)).map((source) => wantedIn(log, source))
}

async function* wantedIn(log: AuditedLog, { stream, from, isWanted }: HistorySource) {
  for await (const page of streamPages(log, stream, { from })) yield page.filter(isWanted)
}

/** Of any record but a company, whose streams only the whole log knows. */
export async function sourcesOf(
  log: AuditedLog,
  subject: Subject,
): Promise<readonly HistorySource[]> {
  const { id, noun } = subject
  const own = ownStream(subject)
  switch (noun) {
    case 'bank-account':
      return [allOf(own), allOf(`bankQuery-${id}`)]
    case 'bank-transaction':
      return [allOf(own), allOf(`transactionClaim-${id}`), ...(await stampsOf(log, own, id))]
    case 'expense-voucher':
    case 'invoice':
    case 'customer-form':
      return [allOf(own), ...(await namedIn(log, own, id))]
    default:
      return [allOf(own)]
  }
}

const allOf = (stream: string): HistorySource => ({ stream, from: 0n, isWanted: () => true })

/** Streams of other records that a record's events name, and their events about it. */
async function namedIn(
  log: AuditedLog,
  own: string,
  id: string,
): Promise<readonly HistorySource[]> {
  const from = new Map<string, bigint>()
  for await (const page of streamPages(log, own)) {
    for (const { stream, revision } of page.flatMap(namedBy)) {
      if (!from.has(stream)) from.set(stream, revision)
    }
  }
  const isWanted = (event: StoredEvent) => isAbout(event, id)
  return [...from].map(([stream, revision]) => ({ stream, from: revision, isWanted }))
}

/** The events that assigned a stamp to the transaction: in another stream if the id was given. */
async function stampsOf(
  log: AuditedLog,
  own: string,
  id: string,
): Promise<readonly HistorySource[]> {
  const named = new Set<string>()
  for await (const page of streamPages(log, own)) {
    const stamped = page.map(({ data }) => data).filter((data) => Stamped.Check(data))
    for (const data of stamped) named.add(bankTransactionStream(bankTransactionIdOf(data)))
  }
  named.delete(own)
  const isWanted = ({ type, data }: StoredEvent) =>
    type === 'StampAssigned' && data['transactionId'] === id
  return [...named].map((stream) => ({ stream, from: 0n, isWanted }))
}

const Stamped = Compile(
  Type.Object({ companyId: Type.String(), accountId: Type.String(), stamp: Type.String() }),
)

interface NamedStream {
  readonly stream: string
  /** The first revision that concerns the record. */
  readonly revision: bigint
}

function namedBy({ data }: StoredEvent): NamedStream[] {
  const claims = isObject(data['claims']) ? Object.values(data['claims']) : []
  const whole = [...claims, data['forms']].filter((stream) => typeof stream === 'string')
  const { book, bookRevision } = data
  const revision = typeof bookRevision === 'string' && /^\d+$/.test(bookRevision) ? bookRevision : 0
  return [
    ...whole.map((stream) => ({ stream, revision: 0n })),
    ...(typeof book === 'string' ? [{ stream: book, revision: BigInt(revision) }] : []),
  ]
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function isAbout({ data: { owner, documentId, formId } }: StoredEvent, id: string) {
  return documentId === id || formId === id || (isObject(owner) && owner['id'] === id)
}

export const isReferenceDataOf =
  (companyId: string) =>
  ({ stream, metadata }: StoredEvent) =>
    metadata['companyId'] === companyId && referenceData.has(categoryOf(stream))
