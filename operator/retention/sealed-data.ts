import { type CalendarDay, dayIn } from '#kernel/domain/calendar-day.ts'
import {
  fiscalRetentionEnd,
  laterDay,
  masakRetentionEnd,
  type RetentionPeriods,
  retentionEnd,
} from '#kernel/domain/retention.ts'
import { parseMetadata } from '#kernel/events/metadata.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { recordDay, retainedFor } from './record-day.ts'

/** A key that seals data of one person. */
export interface PersonalKey {
  readonly id: string
  readonly companyId: string
  readonly purpose: 'customer' | 'fiscal'
  readonly isDestroyed: boolean
}

/** A key whose data need not be kept any more. */
export interface DueKey extends Omit<PersonalKey, 'isDestroyed'> {
  readonly personRef: string
  /** The first day on which it need not be kept. */
  readonly until: CalendarDay
  readonly lastActivity: CalendarDay
  /** The streams of the records that show what the key seals. */
  readonly streams: readonly string[]
}

interface Sealed extends PersonalKey {
  isDestroyed: boolean
  personRef: string | null
  lastFiscalDay: CalendarDay | null
  hasMasakRecords: boolean
  /** Only of old records, and all of a destroyed key; without those whose end is recorded. */
  readonly streams: Set<string>
}

interface Circumstances {
  readonly keys: ReadonlyMap<string, PersonalKey>
  readonly timeZoneOf: (companyId: string) => string
  /** One pseudonym for all that a person has. */
  readonly nameOf: (personRef: string) => string
  readonly periods: RetentionPeriods
  readonly now: number
}

/** What the keys seal, as far as the log was read. */
export interface SealedData {
  /** Events are added in log order. */
  readonly add: (event: StoredEvent) => void
  /** Undefined if the key is not due. A key of no particular person never is. */
  readonly dueKey: (keyId: string) => DueKey | undefined
  /** From now on every record counts that a process with a copy of these keys seals with them. */
  readonly destroyed: (keyIds: readonly string[]) => void
  /** An event says of these records that nothing is left of what the key sealed. */
  readonly ended: (keyId: string, streams: readonly string[]) => void
  /** A key with what its end did not name; undefined if that is nothing. */
  readonly lateRecords: (keyId: string) => DueKey | undefined
}

/**
 * Needs no key: dates and pseudonyms are not sealed. Keeps a few words for each key, and streams only of
 * old records, so that a log of millions fits into memory.
 */
export function sealedData(circumstances: Circumstances): SealedData {
  const { keys, timeZoneOf, nameOf, periods, now } = circumstances
  const activity = new Map<string, CalendarDay>()
  const records = recordsByKey(keys)
  const today = (companyId: string) => dayIn(timeZoneOf(companyId), now)

  /** A younger record keeps the person's keys by itself, even if it is deleted later. */
  function isOld(day: CalendarDay, companyId: string): boolean {
    const { fiscalYears, masakYears } = periods
    const ends = [fiscalRetentionEnd(day, fiscalYears), masakRetentionEnd(day, masakYears)]
    return ends.some((end) => end <= today(companyId))
  }

  const personIn = ({ companyId, personRef }: Sealed) =>
    `${companyId} ${personRef === null ? '' : nameOf(personRef)}`

  function count(key: Sealed, event: StoredEvent, day: CalendarDay) {
    const { personRef } = event.data
    if (typeof personRef === 'string') key.personRef = personRef
    if (retainedFor(event) === 'masak') key.hasMasakRecords = true
    else key.lastFiscalDay = laterDay(key.lastFiscalDay ?? '', day)
    const person = personIn(key)
    activity.set(person, laterDay(activity.get(person) ?? '', day))
  }

  function described(key: Sealed | undefined): DueKey | undefined {
    if (key === undefined || key.personRef === null) return undefined
    const { id, companyId, purpose, personRef } = key
    const lastActivity = activity.get(personIn(key)) ?? ''
    const until = retentionEnd(key, lastActivity, periods)
    return { id, companyId, purpose, personRef, until, lastActivity, streams: [...key.streams] }
  }

  return {
    add(event) {
      const metadata = event.isGenuine ? parseMetadata(event.metadata) : undefined
      if (metadata === undefined) return
      const { keyId, companyId } = metadata
      const before = records.keyOf(event.stream)
      const key = keyId === null ? before : records.sealedWith(keyId)
      if (key === undefined) return
      const day = recordDay(event, metadata, timeZoneOf(companyId))
      count(key, event, day)
      if (keyId === null) return
      const isNamed = before !== undefined || key.isDestroyed || isOld(day, companyId)
      if (isNamed) records.assign(event.stream, key)
    },
    dueKey(keyId) {
      const found = described(records.known(keyId))
      return found === undefined || found.until > today(found.companyId) ? undefined : found
    },
    destroyed(keyIds) {
      for (const id of keyIds) {
        const key = records.known(id)
        if (key !== undefined) key.isDestroyed = true
      }
    },
    ended(keyId, streams) {
      for (const stream of streams) records.known(keyId)?.streams.delete(stream)
    },
    lateRecords(keyId) {
      const key = records.known(keyId)
      return key === undefined || key.streams.size === 0 ? undefined : described(key)
    },
  }
}

function recordsByKey(keys: ReadonlyMap<string, PersonalKey>) {
  const sealed = new Map<string, Sealed>()
  const keyOfStream = new Map<string, Sealed>()
  return {
    known: (keyId: string) => sealed.get(keyId),
    keyOf: (stream: string) => keyOfStream.get(stream),
    /** Undefined for a key of no particular person. */
    sealedWith(keyId: string): Sealed | undefined {
      const key = keys.get(keyId)
      if (key === undefined) return undefined
      const known = sealed.get(keyId)
      if (known !== undefined) return known
      const none = { personRef: null, lastFiscalDay: null, hasMasakRecords: false }
      const made = { ...key, ...none, streams: new Set<string>() }
      sealed.set(keyId, made)
      return made
    },
    /** A record that was recorded again under another key shows nothing of the earlier one. */
    assign(stream: string, key: Sealed) {
      keyOfStream.get(stream)?.streams.delete(stream)
      keyOfStream.set(stream, key)
      key.streams.add(stream)
    },
  }
}
