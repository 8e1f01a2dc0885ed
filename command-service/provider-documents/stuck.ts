import type { AliasableExpression } from 'kysely'
import type { Aggregate } from '#kernel/domain/aggregate.ts'
import { instantOf, millisecondsBetween } from '#kernel/domain/instant.ts'
import { pages } from '#kernel/domain/pages.ts'
import type { AnyEvent } from '#kernel/events/event-family.ts'
import { DamagedStream } from '#kernel/platform/event-store/damaged-stream.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { streamPages } from '#kernel/platform/event-store/stream-pages.ts'
import { type Decoder, decodeWithoutKeys } from '#kernel/platform/recording/event-codec.ts'
import type { Log } from '../event-sourcing/log.ts'
import type { ReadModels } from '../read-models.ts'

const PAGE = 500

type Step = 'prepare' | 'sms' | 'confirm' | 'submit' | 'draft' | 'delete'

/** One call at a provider, as recorded in the log. */
export interface ProviderAttempt {
  readonly attemptId: string
  readonly step: Step
  readonly startedAt: string
  /** `open`: no outcome is recorded. */
  readonly outcome: 'open' | 'done' | 'refused' | 'unknown'
  readonly errorCode: string | null
}

export interface CallMeaning<Document = unknown> {
  readonly begins?: Step | ((document: Document) => Step)
  readonly outcome?: Exclude<ProviderAttempt['outcome'], 'open'>
}

/** A document that only a clear answer of the provider, or an operator, can settle. */
export interface StuckDocument {
  readonly id: string
  readonly kind: string
  readonly companyId: string
  readonly uuid: string | null
  readonly state: string
  /** Since when it is in that state. */
  readonly since: string
  readonly ageSeconds: number
  readonly attempts: readonly ProviderAttempt[]
}

/** One kind of document that goes through a provider, as its streams record it. */
export interface ProviderDocuments<Event extends AnyEvent, State, Document extends State> {
  readonly kind: string
  readonly family: Decoder<Event>
  readonly aggregate: Aggregate<Event, State>
  readonly streamOf: (id: string) => string
  /** Whether it goes through a provider. */
  readonly isDocument: (state: State) => state is Document
  readonly standing: (document: Document) => Pick<StuckDocument, 'uuid' | 'state'>
  /** The step that an event begins an attempt of, or what became of the attempt that it names. */
  readonly meanings: Readonly<Record<Event['type'], CallMeaning<Document>>>
  /** A document that the recovery or the next request settles is stuck only after some time. */
  readonly isStuck: (
    history: DocumentHistory<Document>,
    isOld: (moment: string) => boolean,
  ) => boolean
  /** The documents that may be stuck, as readers see them. */
  readonly unsettled: (readModels: ReadModels) => AliasableExpression<DocumentKey>
}

interface DocumentKey {
  readonly company_id: string
  readonly id: string
}

/** Reads a document's stream without decrypting personal data. */
export interface DocumentHistory<Document> {
  readonly document: Document
  readonly companyId: string
  readonly since: string
  readonly attempts: readonly ProviderAttempt[]
}

/** What it takes to judge a document by its stream. */
export interface Judging {
  readonly log: Pick<Log, 'now'> & Streams
  readonly deadlineMs: number
}

interface Streams {
  readonly eventStore: Pick<EventStore, 'readStream'>
}

export interface Searching extends Judging {
  readonly log: Log
  readonly readModels: ReadModels
}

/** The documents whose outcome is unknown: found in the read model, judged by their streams. */
export const stuckDocuments = <Event extends AnyEvent, State, Document extends State>(
  { readModels, ...judging }: Searching,
  documents: ProviderDocuments<Event, State, Document>,
): AsyncGenerator<StuckDocument, void> =>
  stuckAmong(idsIn(readModels, documents.unsettled(readModels)), judging, documents)

/** Those of the documents that wait for a clear answer or for a person, as their streams say. */
export async function* stuckAmong<Event extends AnyEvent, State, Document extends State>(
  ids: AsyncIterable<string> | Iterable<string>,
  { log, deadlineMs }: Judging,
  documents: ProviderDocuments<Event, State, Document>,
): AsyncGenerator<StuckDocument, void> {
  const { kind, isStuck, standing } = documents
  const now = instantOf(log.now())
  const isOld = (moment: string) => millisecondsBetween(moment, now) >= deadlineMs
  for await (const id of ids) {
    const history = await historyOf(log, documents, id).catch(undefinedIfDamaged)
    if (history === undefined || !isStuck(history, isOld)) continue
    const { document, companyId, since, attempts } = history
    const ageSeconds = Math.floor(millisecondsBetween(since, now) / 1000)
    yield { id, kind, companyId, ...standing(document), since, ageSeconds, attempts }
  }
}

/** Its stream is listed by itself, and keeps no other document from being listed. */
function undefinedIfDamaged(error: unknown): undefined {
  if (!(error instanceof DamagedStream)) throw error
}

/** Undefined for a document that goes through no provider, and for one that does not exist. */
export async function historyOf<Event extends AnyEvent, State, Document extends State>(
  log: Streams,
  documents: ProviderDocuments<Event, State, Document>,
  id: string,
): Promise<DocumentHistory<Document> | undefined> {
  const { aggregate, isDocument, standing } = documents
  let state: State = aggregate.initial
  let last: string | undefined
  let since = ''
  let companyId = ''
  const attempts = new Map<string, ProviderAttempt>()
  for await (const { event, metadata } of recordedIn(log, documents, id)) {
    companyId ||= metadata.companyId
    state = aggregate.evolve(state, event)
    if (!isDocument(state)) continue
    const now = standing(state).state
    if (now !== last) since = metadata.recordedAt
    last = now
    follow(attempts, documents, { event, document: state })
  }
  if (!isDocument(state)) return undefined
  return { document: state, companyId, since, attempts: [...attempts.values()] }
}

async function* recordedIn<Event extends AnyEvent, State, Document extends State>(
  { eventStore }: Streams,
  { family, streamOf }: ProviderDocuments<Event, State, Document>,
  id: string,
) {
  for await (const page of streamPages(eventStore, streamOf(id))) {
    yield* decodeWithoutKeys(() => family, page)
  }
}

function follow<Event extends AnyEvent, State, Document extends State>(
  attempts: Map<string, ProviderAttempt>,
  { meanings }: ProviderDocuments<Event, State, Document>,
  { event, document }: { readonly event: Event; readonly document: Document },
): void {
  const type: Event['type'] = event.type
  const { begins, outcome } = meanings[type]
  const { attemptId, errorCode, startedAt, requestedAt = startedAt } = event.data
  if (typeof attemptId !== 'string') return
  if (begins !== undefined) {
    const step = typeof begins === 'string' ? begins : begins(document)
    const attempt = { attemptId, step, startedAt: String(requestedAt) }
    attempts.set(attemptId, { ...attempt, outcome: 'open', errorCode: null })
    return
  }
  const attempt = attempts.get(attemptId)
  if (attempt === undefined || outcome === undefined) return
  const code = typeof errorCode === 'string' ? errorCode : null
  attempts.set(attemptId, { ...attempt, outcome, errorCode: code })
}

/** Page by page, so that many stuck documents do not fill the memory. */
async function* idsIn(
  readModels: ReadModels,
  documents: AliasableExpression<DocumentKey>,
): AsyncGenerator<string, void> {
  const first = { company_id: '', id: '' }
  const all = pages<DocumentKey>(PAGE, (after = first) =>
    readModels
      .selectFrom(documents.as('document'))
      .select(['company_id', 'id'])
      .where((row) =>
        row.eb(row.refTuple('company_id', 'id'), '>', row.tuple(after.company_id, after.id)),
      )
      .orderBy('company_id')
      .orderBy('id')
      .limit(PAGE)
      .execute(),
  )
  for await (const page of all) for (const { id } of page) yield id
}
