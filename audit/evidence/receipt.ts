import { setTimeout as pause } from 'node:timers/promises'
import { notaryEvents } from '#kernel/events/notary.ts'
import {
  type LogPlace,
  placeBehind,
  type StoredEvent,
} from '#kernel/platform/event-store/event-store.ts'
import { canonicalJson, eventHash, hashedJson } from '#kernel/platform/log-chain/event-hash.ts'
import type { SignedHead } from '#kernel/platform/log-chain/signed-head.ts'
import { lastSignedInLog } from '#kernel/platform/log-chain/signed-in-log.ts'
import { decodeWithoutKeys } from '#kernel/platform/recording/event-codec.ts'
import type { AuditedSystem } from '../audited-system.ts'
import { logSlice } from '../log-slice.ts'
import { type EvidenceOrder, isByNotary } from './events-of-company.ts'

/** Longer than the notary usually takes from one signature to the next. */
const SIGNED_WITHIN_MS = 90_000
const ASK_AGAIN_MS = 250

/** The manifest, and where the package's part of the log ends. */
interface WrittenPackage extends Pick<EvidenceOrder, 'companyId' | 'moved'> {
  /** The SHA-256 of `manifest.json`. */
  readonly manifest: string
  readonly end: LogPlace
  /** Of the whole log, up to its end. */
  readonly events: number
}

export interface Receipt {
  /** The content of `receipt.json`. */
  readonly text: string
  /** False: the notary does not sign now. Null: this log has no notary. */
  readonly isSigned: boolean | null
}

/**
 * Has the log say which manifest the package has, and waits for a signature over that. So whoever drops
 * a line of the package, with its traces, would have to change the log.
 */
export async function receiptFor(system: AuditedSystem, written: WrittenPackage): Promise<Receipt> {
  const { companyId, manifest, moved } = written
  const { log, recordAccess } = system
  const hasNotary = (await lastSignedInLog(log)) !== undefined
  await recordAccess(companyId, { type: 'EvidenceWritten', data: { manifest } })
  const deadline = performance.now() + SIGNED_WITHIN_MS
  const following = beginning(written)
  for (let at = written.end; ; await pause(ASK_AGAIN_MS)) {
    const upTo = await log.headOfLog()
    for await (const events of logSlice(log, { isWanted: () => true, after: at, upTo, moved })) {
      for (const event of events) take(following, event)
      at = events.map(placeBehind).at(-1) ?? at
    }
    moved(at.position)
    const { before, record, after, signed } = following
    const isOver = signed !== undefined || !hasNotary || performance.now() > deadline
    if (record === undefined || !isOver) continue
    const hashes = { before, after: signed === undefined ? [] : after }
    const text = `{"event":${hashedJson(record)},${canonicalJson({ ...hashes, signed: signed ?? null }).slice(1)}\n`
    return { text, isSigned: hasNotary ? signed !== undefined : null }
  }
}

/** What follows the package in the log; hashes are in hexadecimal digits. */
interface Following extends Pick<WrittenPackage, 'manifest'> {
  /** Its place in the log, once it was found. */
  place: number
  readonly before: string[]
  record: StoredEvent | undefined
  readonly after: string[]
  signed: SignedHead | undefined
}

const beginning = ({ events, manifest }: WrittenPackage): Following => ({
  manifest,
  place: events,
  before: [],
  record: undefined,
  after: [],
  signed: undefined,
})

function take(following: Following, event: StoredEvent) {
  const { manifest, before, record, after, signed } = following
  if (signed !== undefined) return
  const hash = eventHash(event).toString('hex')
  if (record === undefined) {
    following.place += 1
    if (event.isGenuine && event.data['manifest'] === manifest) following.record = event
    else before.push(hash)
    return
  }
  following.signed = headOver(following.place, event)
  if (following.signed === undefined) after.push(hash)
  else after.length = following.signed.count - following.place
}

/** The head that the notary signs by an event, if it covers the place. */
function headOver(place: number, event: StoredEvent): SignedHead | undefined {
  if (!event.isGenuine || !isByNotary(event)) return undefined
  const [recorded] = decodeWithoutKeys(() => notaryEvents, [event])
  if (recorded?.event.type !== 'HeadSigned') return undefined
  return recorded.event.data.count < place ? undefined : recorded.event.data
}
