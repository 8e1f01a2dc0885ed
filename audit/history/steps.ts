import { categoryOf } from '#kernel/events/category-of.ts'
import { familyOf } from '#kernel/events/family-of.ts'
import { type EventMetadata, parseMetadata } from '#kernel/events/metadata.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { openCall } from '#kernel/platform/recording/recorded-call.ts'
import type { AuditedSystem } from '../audited-system.ts'
import { ownStream, type Subject } from '../nouns.ts'
import { causesInOrder, type Why } from './causes.ts'
import { opened } from './opened.ts'
import { recordedMs } from './place-in-time.ts'
import {
  type HistoryOf,
  type HistoryReading,
  isBeyond,
  isOutside,
  readHistory,
} from './read-history.ts'

export { referenceData } from './streams-of.ts'

type Data = Readonly<Record<string, unknown>>

/** An event on a record's time line. */
export interface HistoryStep extends Why {
  readonly stored: StoredEvent
  /** Such as `price.PriceRecorded`: the present name, also of an event that is stored under a former one. */
  readonly kind: string
  readonly metadata: EventMetadata
  /** Without its secrets. */
  readonly data: Data
  /** Why it is shown as stored; null if it could be read. */
  readonly unreadable: string | null
  readonly call: unknown
}

/** Which part of a history somebody wants to see. */
export interface HistoryQuery extends HistoryReading {
  /** Such as `VoucherDrafted`. */
  readonly type?: string | undefined
  readonly actor?: string | undefined
  /** The whole name of whoever did it, in any case: an API user, a login, a process. */
  readonly name?: string | undefined
}

interface HistoryPage {
  /** In log order. */
  readonly steps: readonly HistoryStep[]
  /** Where the next page begins; undefined if there is nothing more. */
  readonly next: LogPosition | undefined
  /** When what was looked at last was recorded, in epoch milliseconds: the time was up before the page was full. */
  readonly cutOffAt: number | undefined
}

const STEPS_OF_A_PAGE = 50
const SEARCHED_FOR_MS = 3_000

/** A page of a history, never with events of another company. */
export async function historyPage(
  system: Pick<AuditedSystem, 'log' | 'pool' | 'vault'>,
  subject: HistoryOf,
  query: HistoryQuery,
): Promise<HistoryPage> {
  const { events, isAbout } = await readHistory(system, subject, query)
  const found: StoredEvent[] = []
  let place: LogPosition | undefined
  let next: LogPosition | undefined
  let cutOffAt: number | undefined
  let deadline: number | undefined
  for await (const event of events) {
    deadline ??= Date.now() + SEARCHED_FOR_MS
    if (isBeyond(event, query)) break
    const isWanted = isAbout(event) && !isOutside(event, query) && isAsked(event, query)
    const isLate = place !== undefined && Date.now() > deadline
    if (isLate || (isWanted && found.length === STEPS_OF_A_PAGE)) {
      next = place
      if (isLate) cutOffAt = recordedMs(event)
      break
    }
    if (isWanted) found.push(event)
    place = event.position
  }
  const inOrder = query.order === 'newest' ? found.toReversed() : found
  return { steps: await stepsOf(system.vault, inOrder), next, cutOffAt }
}

function isAsked(event: StoredEvent, { type, actor, name }: HistoryQuery): boolean {
  const metadata = parseMetadata(event.metadata)
  if (metadata === undefined) return false
  return (
    (type === undefined || nameOf(event) === type) &&
    (actor === undefined || metadata.actor.kind === actor) &&
    (name === undefined || metadata.actor.id.toLowerCase() === name.toLowerCase())
  )
}

async function stepsOf(vault: AuditedSystem['vault'], events: readonly StoredEvent[]) {
  const whyIs = causesInOrder()
  const steps: HistoryStep[] = []
  for (const stored of events) {
    const metadata = parseMetadata(stored.metadata)
    if (metadata === undefined) continue
    steps.push(await stepOf(vault, { stored, metadata, ...whyIs(stored) }))
  }
  return steps
}

const MOST_OWN = 100

/** The newest events of the record's own stream, in log order. */
export async function ownSteps(
  { log, vault }: Pick<AuditedSystem, 'log' | 'vault'>,
  subject: Subject,
): Promise<readonly HistoryStep[]> {
  const newest = { direction: 'backwards', maxCount: MOST_OWN } as const
  return stepsOf(vault, (await log.readStream(ownStream(subject), newest)).toReversed())
}

/** A single event. */
export function openStep(
  { vault }: Pick<AuditedSystem, 'vault'>,
  stored: StoredEvent,
): Promise<HistoryStep> {
  const metadata = parseMetadata(stored.metadata)
  if (metadata === undefined)
    throw new Error(`the metadata of event ${stored.id} is not that of Sarraf`)
  return stepOf(vault, { stored, metadata, cause: null, began: null })
}

async function stepOf(
  vault: AuditedSystem['vault'],
  known: Pick<HistoryStep, 'stored' | 'metadata' | keyof Why>,
): Promise<HistoryStep> {
  const { stored, metadata } = known
  const call = await openCall(vault, metadata, stored).catch(() => null)
  const kind = `${categoryOf(stored.stream)}.${nameOf(stored)}`
  return { ...known, kind, call, ...(await opened(vault, stored)) }
}

/** The present name of the event's type. */
const nameOf = ({ stream, type }: StoredEvent) => familyOf(stream)?.types.get(type)?.name ?? type
