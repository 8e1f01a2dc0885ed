import { join } from 'node:path'
import { categoryOf } from '#kernel/events/category-of.ts'
import { parseMetadata } from '#kernel/events/metadata.ts'
import { notaryEvents } from '#kernel/events/notary.ts'
import {
  BEFORE_THE_LOG,
  placeBehind,
  type StoredEvent,
} from '#kernel/platform/event-store/event-store.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { FileDigest } from '#kernel/platform/files/digest.ts'
import { type NewFile, newFile } from '#kernel/platform/files/new-file.ts'
import { chainEnd } from '#kernel/platform/log-chain/blocks.ts'
import {
  canonicalJson,
  eventHash,
  GENESIS,
  hashedJson,
  nextHead,
} from '#kernel/platform/log-chain/event-hash.ts'
import { chained, chainMembership } from '#kernel/platform/log-chain/membership.ts'
import { microsecondsOf } from '#kernel/records/times.ts'
import type { AuditedSystem } from '../audited-system.ts'
import { logSlice } from '../log-slice.ts'
import { disclosedEvent } from './disclosed-event.ts'

export interface EvidenceOrder {
  readonly companyId: string
  /** Starts with the company's first event that was recorded at this moment or later. */
  readonly from: string | null
  /** Ends before the company's first event that was recorded after this moment. */
  readonly to: string | null
  readonly folder: string
  readonly moved: (position: LogPosition) => void
}

/** Writes the files with the company's part of the log, and closes them even after an error. */
export async function writeEvents(system: AuditedSystem, order: EvidenceOrder) {
  const { folder } = order
  const all: [name: string, file: NewFile][] = []
  const added = async (name: string) => {
    const file = await newFile(join(folder, name))
    all.push([name, file])
    return file
  }
  try {
    const files = {
      chain: await added('chain.bin'),
      signed: await added('signed-heads.ndjson'),
      stored: await added('events.ndjson'),
      opened: await added('opened.ndjson'),
      keys: await added('keys.ndjson'),
    }
    const written = await writeInto(files, system, order)
    const entries: FileEntry[] = []
    for (const [name, file] of all) entries.push(fileEntry(name, await file.close()))
    return { ...written, files: entries }
  } finally {
    await Promise.all(all.map(([, { release }]) => release()))
  }
}

type FileEntry = readonly [name: string, digest: FileDigest]

/** What the manifest says of a file, in the order of its format. */
export const fileEntry = (name: string, { sha256, bytes }: FileDigest): FileEntry => [
  name,
  { sha256, bytes },
]

type Files = Readonly<Record<'chain' | 'signed' | 'stored' | 'opened' | 'keys', NewFile>>

/** Reads the whole log once. Keeps the company's events, and the hash of every event. */
async function writeInto(files: Files, { log, vault, pool }: AuditedSystem, order: EvidenceOrder) {
  const { companyId, moved } = order
  const isInPeriod = periodOf(order)
  const kept: { position: LogPosition; place: number }[] = []
  let [place, count, head] = [0, 0, GENESIS]
  let end = BEFORE_THE_LOG
  const upTo = await log.headOfLog()
  const slice = { isWanted: () => true, withNeighbours: true, upTo, moved } as const
  const membership = chainMembership(pool, (await chainEnd(pool))?.count ?? 0)
  for await (const events of logSlice(log, slice)) {
    for (const event of await chained(membership, events)) {
      const hash = eventHash(event)
      place += 1
      head = nextHead(head, hash)
      end = placeBehind(event)
      await files.chain.write(hash)
      if (isByNotary(event)) await files.signed.write(`${canonicalJson(event.data)}\n`)
      if (event.metadata['companyId'] !== companyId || !isInPeriod(event)) continue
      await files.stored.write(`${storedLine(event, place)}\n`)
      const { opened, keys } = await disclosedEvent(vault, event, place)
      await files.opened.write(`${opened}\n`)
      await files.keys.write(`${keys}\n`)
      kept.splice(count === 0 ? 0 : 1, 1, { position: event.position, place })
      count += 1
    }
  }
  return {
    events: { count, first: edgeOf(kept.at(0)), last: edgeOf(kept.at(-1)) },
    log: { events: place, head: head.toString('hex') },
    end,
  }
}

const edgeOf = (edge: { position: LogPosition; place: number } | undefined) =>
  edge === undefined ? null : { position: edge.position.toString(), place: edge.place }

/** An event in the form in which it was hashed. */
const storedLine = (event: StoredEvent, place: number): string =>
  `{"place":${place},"event":${hashedJson(event)}}`

export const isByNotary = ({ stream, type }: StoredEvent) =>
  categoryOf(stream) === notaryEvents.category && notaryEvents.types.has(type)

/** Decides for each of the company's events, in log order, whether it is in the period. */
function periodOf({ from, to }: EvidenceOrder) {
  const begin = from === null ? undefined : microsecondsOf(from)
  const end = to === null ? undefined : microsecondsOf(to)
  let hasBegun = begin === undefined
  let isOver = false
  return ({ metadata }: StoredEvent) => {
    const recordedAt = parseMetadata(metadata)?.recordedAt
    if (recordedAt !== undefined) {
      const moment = microsecondsOf(recordedAt)
      hasBegun ||= begin !== undefined && moment >= begin
      isOver ||= end !== undefined && moment > end
    }
    return hasBegun && !isOver
  }
}
