import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { categoryOf } from '#kernel/events/category-of.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import {
  bankTransactionIdOf,
  bankTransactionStream,
} from '#kernel/platform/recording/bank-transaction-id.ts'
import type { AuditedLog } from '../audited-system.ts'
import { logSlice, streamPages } from '../log-slice.ts'
import { ownStream, type Subject } from '../nouns.ts'

/** Pages of events, in log order. */
export type Pages = AsyncIterable<readonly StoredEvent[]>

const referenceData = new Set([
  'company',
  'companySettings',
  'screeningSettings',
  'apiKey',
  'providerAccount',
  'price',
  'template',
  'webhookEndpoint',
])

/** Everything in the log about a record: its own stream, and events of other streams that concern it. */
export async function streamsOf(log: AuditedLog, subject: Subject): Promise<readonly Pages[]> {
  const { id, noun } = subject
  const own = ownStream(subject)
  switch (noun) {
    case 'company':
      return [logSlice(log, { isWanted: isReferenceDataOf(id), upTo: await log.headOfLog() })]
    case 'bank-account':
      return [streamPages(log, own), streamPages(log, `bankQuery-${id}`)]
    case 'bank-transaction':
      return [
        streamPages(log, own),
        streamPages(log, `transactionClaim-${id}`),
        ...(await stampsOf(log, own, id)),
      ]
    case 'expense-voucher':
    case 'invoice':
    case 'customer-form':
      return [streamPages(log, own), ...(await namedIn(log, own, id))]
    default:
      return [streamPages(log, own)]
  }
}

/** Streams of other records that a record's events name, and their events about it. */
async function namedIn(log: AuditedLog, own: string, id: string): Promise<readonly Pages[]> {
  const from = new Map<string, bigint>()
  for await (const page of streamPages(log, own)) {
    for (const { stream, revision } of page.flatMap(namedBy)) {
      if (!from.has(stream)) from.set(stream, revision)
    }
  }
  return [...from].map(([stream, revision]) => about(streamPages(log, stream, revision), id))
}

/** The events that assigned a stamp to the transaction: in another stream if the id was given. */
async function stampsOf(log: AuditedLog, own: string, id: string): Promise<readonly Pages[]> {
  const named = new Set<string>()
  for await (const page of streamPages(log, own)) {
    const stamped = page.map(({ data }) => data).filter((data) => Stamped.Check(data))
    for (const data of stamped) named.add(bankTransactionStream(bankTransactionIdOf(data)))
  }
  named.delete(own)
  return [...named].map((stream) => assignedIn(streamPages(log, stream), id))
}

const Stamped = Compile(
  Type.Object({ companyId: Type.String(), accountId: Type.String(), stamp: Type.String() }),
)

async function* assignedIn(pages: Pages, id: string) {
  for await (const page of pages) {
    yield page.filter(({ type, data }) => type === 'StampAssigned' && data['transactionId'] === id)
  }
}

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

async function* about(pages: Pages, id: string) {
  for await (const page of pages) yield page.filter((event) => isAbout(event, id))
}

function isAbout({ data: { owner, documentId, formId } }: StoredEvent, id: string) {
  return documentId === id || formId === id || (isObject(owner) && owner['id'] === id)
}

const isReferenceDataOf =
  (companyId: string) =>
  ({ stream, metadata }: StoredEvent) =>
    metadata['companyId'] === companyId && referenceData.has(categoryOf(stream))
