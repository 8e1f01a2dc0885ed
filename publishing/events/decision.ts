import { type Static, type TOptional, type TSchema, Type } from 'typebox'
import type { AnyEvent, EncodedEvent, EventFamily, Opener } from '#kernel/events/event-family.ts'
import { OTHER } from './codes.ts'
import { withoutPersonal, withoutPersonalTexts } from './personal-texts.ts'
import type { Json, PersonRef, PublicEvent } from './public-event.ts'
import { companyId } from './shapes.ts'

export const topics = [
  'sarraf.customers.v1',
  'sarraf.bank-transactions.v1',
  'sarraf.invoices.v1',
  'sarraf.expense-vouchers.v1',
  'sarraf.kmts-verifications.v1',
  'sarraf.sanction-checks.v1',
  'sarraf.notary.v1',
] as const

/** Evidence that auditors compare the log with: no retention ends it. */
export const topicsWithoutEnd: ReadonlySet<string> = new Set<Topic>(['sarraf.notary.v1'])

type Topic = (typeof topics)[number]

/** What a mapping knows of an event besides its public fields. */
export interface Circumstances {
  readonly companyId: string
  readonly personRef: PersonRef
}

export interface Kept {
  /** Why external readers do not see it. */
  readonly why: string
}

export interface Published<Data> {
  readonly version: number
  /** The event's name in records from before it was renamed. */
  readonly formerName: string | undefined
  /** What happened, for readers who do not know our processes. */
  readonly when: string
  readonly schema: ReturnType<typeof schemaOf>
  /** Undefined: this event is not published. */
  publish(data: Data, circumstances: Circumstances): Json | undefined
}

type Decision<Data> = Kept | Published<Data>
type Fields = Readonly<Record<string, TSchema>>

export const keptInside = (why: string): Kept => ({ why })

interface Publishing<Data, F extends Fields> {
  readonly version?: number
  readonly formerName?: string
  readonly when: string
  readonly fields: F
  readonly data: (
    data: Data,
    personRef: (pseudonym: string | null) => string | null,
  ) => DataWith<F> | undefined
}

type OptionalIn<F extends Fields> = {
  [K in keyof F]: F[K] extends TOptional ? K : never
}[keyof F]

/** An optional field is undefined in events of releases that did not have it. */
type DataWith<F extends Fields> = {
  readonly [K in Exclude<keyof F, OptionalIn<F>>]: Static<F[K]>
} & { readonly [K in OptionalIn<F>]?: Static<F[K]> | undefined }

/** Publishes the result of `data`, reduced to the declared fields, with the company. */
export function published<Data, const F extends Fields>({
  version = 1,
  formerName,
  when,
  fields,
  data: dataOf,
}: Publishing<Data, F>): Published<Data> {
  const names = Object.keys(fields)
  return {
    version,
    formerName,
    when,
    schema: schemaOf(fields),
    publish(data, { companyId: company, personRef }) {
      const all: Json | undefined = dataOf(data, (pseudonym) => personRef(company, pseudonym))
      if (all === undefined) return undefined
      const given = names.filter((name) => all[name] !== undefined)
      return { companyId: company, ...Object.fromEntries(given.map((name) => [name, all[name]])) }
    },
  }
}

/** Publishes the event's public fields that are declared. */
export const asItIs = <Data>(data: Data): Data => data

const schemaOf = (fields: Fields) => Type.Object({ companyId: companyId(), ...fields })

interface Noun<PublicPart extends AnyEvent, T extends Topic | null> {
  /** Null for a noun that has a state topic only. */
  readonly topic: T
  /** Part of the type names: `sarraf.<noun>.<event>.v1` */
  readonly noun: string
  /** The aggregate's id. */
  readonly subjectOf: (event: PublicPart) => string
}

type Decisions<Event extends AnyEvent> = {
  readonly [Type in Event['type']]: Decision<Extract<Event, { type: Type }>['data']>
}

/** The public fields of an event of a family. */
export type PublicDataOf<F, Type extends string> =
  F extends EventFamily<infer _, infer Part> ? Extract<Part, { type: Type }>['data'] : never

/** An event family with the decision for each of its events. */
export interface DecidedFamily<T extends Topic | null = Topic | null> {
  readonly category: string
  readonly topic: T
  readonly noun: string
  readonly decode: (encoded: EncodedEvent, opener: Opener) => AnyEvent | undefined
  readonly decisions: ReadonlyMap<string, Decision<Json>>
  /** Undefined if the event is not published. */
  readonly publish: (event: AnyEvent, circumstances: Circumstances) => PublicEvent | undefined
}

/** An event type without a decision does not compile. */
export function decided<
  Event extends AnyEvent,
  PublicPart extends AnyEvent,
  T extends Topic | null,
>(
  family: EventFamily<Event, PublicPart>,
  { topic, noun, subjectOf }: Noun<PublicPart, T>,
  decisionOf: Decisions<PublicPart>,
): DecidedFamily<T> {
  const decisions = new Map(Object.entries<Decision<Json>>(decisionOf))
  return {
    category: family.category,
    topic,
    noun,
    decisions,
    decode: family.decode,
    publish(event, circumstances) {
      const part = family.publicPartOf(event)
      const decision = decisions.get(event.type)
      if (part === undefined || decision === undefined || isKept(decision)) return undefined
      const raw = decision.publish(part.data, circumstances)
      if (raw === undefined) return undefined
      const { companyId: company, personRef } = circumstances
      // The key of the pseudonyms; none of them begins with a word.
      const hashed = (text: string) => personRef(company, `text ${text}`) ?? OTHER
      const data = withoutPersonalTexts(decision.schema, raw, hashed)
      const { formerName, version } = decision
      const type = typeName(noun, event.type, version)
      const subject = withoutPersonal(subjectOf(part), hashed)
      const name = event.type
      return {
        topic,
        noun,
        name,
        key: subject,
        type,
        ...(formerName !== undefined && { formerType: typeName(noun, formerName, version) }),
        companyId: company,
        subject,
        data,
      }
    },
  }
}

export const isKept = (decision: Decision<Json>): decision is Kept => 'why' in decision

export const typeName = (noun: string, event: string, version: number) =>
  `sarraf.${noun}.${event}.v${version}`

/** The name of a schema, wherever it is read. The file is `docs/schemas/<type>.json`. */
export const schemaName = (type: string) => `urn:sarraf:schema:${type}`
