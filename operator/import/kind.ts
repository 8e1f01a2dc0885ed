import { isDeepStrictEqual } from 'node:util'
import type { TObject } from 'typebox'
import type { Log } from '#command/event-sourcing/log.ts'
import { type Checked, checkObject } from '#kernel/contract/validation.ts'
import type { Detail } from '#kernel/domain/detail.ts'
import { eventIdFrom } from '#kernel/domain/ids.ts'
import type { Instant } from '#kernel/domain/instant.ts'
import type { AnyEvent, EventFamily } from '#kernel/events/event-family.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { isCausedByData } from '#kernel/platform/errors/caused-by-data.ts'
import type { NewEvent, PlacedEvent } from '#kernel/platform/event-store/event-store.ts'
import { decodeEvents, encodeEvent, type Origin } from '#kernel/platform/recording/event-codec.ts'
import type { KeyOwner } from '#kernel/platform/vault/key-owner.ts'
import { type Complete, complete } from './complete.ts'
import { toldMomentsOf } from './fields.ts'
import type { DatedClaims, PastDocument } from './past-document.ts'
import type { ReadPrices } from './price-history.ts'
import type { UniqueColumn } from './unique-values.ts'

/** What a run of the import gives to all that it records. */
export interface ImportRun extends Log {
  readonly origin: Omit<Origin, 'companyId'>
  /** Number of the line that is being recorded. */
  readonly line: number
  readonly hashSecret: (secret: string) => Promise<string>
  /** Shown once all is imported: what was made for a stream; undefined if it has it already. */
  readonly show: (stream: string, made: object | undefined) => void
  readonly readPrices: ReadPrices
  /** What a document of the past is entered under. */
  readonly datedClaims: (document: PastDocument) => Promise<DatedClaims>
}

/** The record that a line is about, before anything is known of what the log says of it. */
export interface Target {
  readonly companyId: string
  readonly stream: string
  /** The field in which the caller names the record, when another company could have named one so. */
  readonly namedBy?: string
  /** Where the same stream can hold what no line made and none may change: what is said of that. */
  readonly createdElsewhere?: string
  /** Where the line changes a record that the log has already. */
  readonly changes?: ChangeOf
  /** An address that a setting must allow. */
  readonly onlyInside?: OnlyInside
  /** What must be there already, in this company: a stream for the field that names it. */
  readonly refersTo: Readonly<Record<string, string>>
  readonly claim?: Claim
  readonly exclusive?: Exclusive
  /** The line is an account of the person with this number, in its normal form. */
  readonly account?: { readonly id: string; readonly number: string }
  /** What two lines of one file cannot say differently of the record: which of them is meant is not known. */
  readonly fixed?: Fixed
  /** What only one record of the company can have, besides what `claim` says. */
  readonly unique?: readonly Unique[]
  /** A document that another system issued. */
  readonly past?: PastDocument
  /** Of a bank transaction. */
  readonly incoming?: boolean
}

/** A value that no two records may have at once, though each may give it up. */
interface Exclusive {
  readonly field: string
  /** Null: the record has none. */
  readonly value: string | null
}

/** An address without TLS, or one of a private network. */
interface OnlyInside {
  readonly field: string
  /** What is said of it where it is not allowed. */
  readonly otherwise: string
}

interface Fixed {
  readonly field: string
  readonly value: string
  /** What is said of a line whose value is another one. */
  readonly otherwise: string
}

interface ChangeOf {
  /** The field that names the record. */
  readonly field: string
  /** Where not every record can be changed so: what is said of one that cannot, and never can again once it could. */
  readonly refusal?: (log: Log) => Promise<string | undefined>
}

/** A value that only one record may have; the first event of a stream of its own decides whose it is. */
export interface Claim {
  readonly field: string
  readonly stream: string
  readonly holder: string
  /** The claim's first event; undefined where the record's own first event is the claim. */
  readonly assign: ((run: ImportRun) => Promise<NewEvent>) | undefined
}

/** A value by which only one record of a company is known. */
export interface Unique {
  readonly field: string
  readonly value: string
  /** The column in which the lists have it, where nothing in the log finds it. */
  readonly column: UniqueColumn | null
}

/** A line that has been checked. */
export interface CheckedLine extends Target {
  /** The moments that it tells, without ends of validity. */
  readonly moments: readonly { readonly field: string; readonly at: Instant }[]
  /** The event that makes the record as the line says; undefined when it is so already. */
  readonly change: (
    latest: PlacedEvent | undefined,
    run: ImportRun,
  ) => Promise<NewEvent | undefined>
}

export interface LineKind {
  readonly kind: string
  readonly schema: TObject
  readonly check: (data: unknown) => Checked<CheckedLine>
}

/** One kind of line: its fields, its record's stream, and the record itself. */
interface Description<Schema extends TObject, Event extends AnyEvent> {
  readonly kind: string
  readonly schema: Schema
  /** What is wrong with fields that are right by themselves, but not together. */
  readonly between?: (data: Complete<Schema>) => readonly Detail[]
  readonly target: (data: Complete<Schema>) => Target
  /** Under whose key the record's sealed fields are. */
  readonly sealedFor: (data: Complete<Schema>) => Omit<KeyOwner, 'companyId'>
  /** The whole record; what a line does not say may be kept from the previous one. The previous one: it says nothing new. */
  readonly event: (
    data: Complete<Schema>,
    previous: Event | undefined,
    run: ImportRun & Pick<NewRecord<Event>, 'stream' | 'revision'>,
  ) => Event | undefined | Promise<Event | undefined>
}

/** The kind of key that what is no person's is sealed with. */
export const companyKey = () => ({ purpose: 'company', person: 'company' }) as const

/** Describes the lines that are kept as events of a family. */
export const lineKind =
  <Event extends AnyEvent>(family: EventFamily<Event>) =>
  <Schema extends TObject>(description: Description<Schema, Event>): LineKind => {
    const { kind, schema, target, sealedFor } = description
    const moments = toldMomentsOf(schema)
    return {
      kind,
      schema,
      check: (given) => {
        const checked = checkObject(schema, given)
        if (checked.faults !== undefined) return checked
        const data = complete(schema, checked.value)
        const faults = description.between?.(data) ?? []
        if (faults.length > 0) return { faults }
        const at = target(data)
        const change: CheckedLine['change'] = async (latest, run) => {
          const previous = await previousEvent(family, latest, run)
          const place = { stream: at.stream, revision: (latest?.revision ?? -1n) + 1n }
          const event = await description.event(data, previous, { ...run, ...place })
          if (event === undefined || isDeepStrictEqual(event, previous)) return undefined
          const owner = { companyId: at.companyId, ...sealedFor(data) }
          return newEvent(run, { family, event, ...place, owner })
        }
        return { value: { ...at, moments: momentsIn(moments, data), change } }
      },
    }
  }

const momentsIn = (fields: ReadonlySet<string>, data: object): CheckedLine['moments'] =>
  Object.entries<unknown>({ ...data }).flatMap(([field, at]) =>
    fields.has(field) && typeof at === 'string' ? { field, at } : [],
  )

async function previousEvent<Event extends AnyEvent>(
  family: EventFamily<Event>,
  latest: PlacedEvent | undefined,
  { vault }: ImportRun,
): Promise<Event | undefined> {
  if (latest === undefined) return undefined
  const [recorded] = await decodeEvents(vault, () => family, [latest]).catch((error: unknown) => {
    if (!isCausedByData(error)) throw error
    throw new CommandError(`${latest.stream} holds what this release cannot read`, {
      cause: error,
    })
  })
  return recorded?.event
}

interface NewRecord<Event extends AnyEvent> {
  readonly family: EventFamily<Event>
  readonly event: Event
  readonly stream: string
  readonly revision: bigint
  readonly owner: KeyOwner
}

export const newEvent = <Event extends AnyEvent>(
  { vault, origin, line, now }: Pick<ImportRun, 'vault' | 'origin' | 'line' | 'now'>,
  { family, event, stream, revision, owner }: NewRecord<Event>,
): Promise<NewEvent> =>
  encodeEvent(vault, {
    family,
    event,
    stream,
    owner,
    // With the line: two lines at one revision are two writes, of which the store must refuse one.
    id: eventIdFrom(origin.commandId, `${stream}@${revision}#${line}`),
    recordedAt: new Date(now()).toISOString(),
    origin: { ...origin, companyId: owner.companyId },
  })
