import { categoryOf } from '#kernel/events/category-of.ts'
import { type EventMetadata, parseMetadata } from '#kernel/events/metadata.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { openCall } from '#kernel/platform/recording/recorded-call.ts'
import type { AuditedSystem } from '../audited-system.ts'
import type { Subject } from '../nouns.ts'
import { TooLong } from '../too-long.ts'
import { causesInOrder, type Why } from './causes.ts'
import { familyOf } from './family-of.ts'
import { inLogOrder } from './in-log-order.ts'
import { opened } from './opened.ts'
import { streamsOf } from './streams-of.ts'

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

export const MOST_STEPS = 1_000
const READ_WITHIN_MS = 20_000

interface Steps {
  readonly steps: readonly HistoryStep[]
  readonly areAll: boolean
}

/** The first events of a record, in log order, never those of another company. */
export async function stepsOf(
  system: Pick<AuditedSystem, 'log' | 'vault'>,
  subject: Subject & { readonly companyId: string },
): Promise<Steps> {
  const { log, vault } = system
  const whyIs = causesInOrder()
  const steps: HistoryStep[] = []
  const deadline = Date.now() + READ_WITHIN_MS
  for await (const stored of inLogOrder(await streamsOf(log, subject))) {
    if (stored.metadata['companyId'] !== subject.companyId) continue
    if (Date.now() > deadline) throw new TooLong()
    const metadata = parseMetadata(stored.metadata)
    if (metadata === undefined) continue
    if (steps.length >= MOST_STEPS) return { steps, areAll: false }
    steps.push(await stepOf(vault, { stored, metadata, ...whyIs(stored) }))
  }
  return { steps, areAll: true }
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
  const type = familyOf(stored.stream)?.types.get(stored.type)
  const kind = `${categoryOf(stored.stream)}.${type?.name ?? stored.type}`
  return { ...known, kind, call, ...(await opened(vault, stored)) }
}
