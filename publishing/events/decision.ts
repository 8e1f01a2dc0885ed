import { type Static, type TOptional, type TSchema, Type } from 'typebox'
import type { AnyEvent, EncodedEvent, EventFamily, Opener } from '#kernel/events/event-family.ts'
import { OTHER, withoutPersonal, withoutPersonalTexts } from './personal-texts.ts'
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

interface Described<F extends Fields> {
  readonly formerName?: string
  readonly when: string
  readonly fields: F
}

interface Publishing<Data, F extends Fields> extends Described<F> {
  /** Without it the event's own fields are published. */
  readonly data: (data: Data) => DataWith<F> | undefined
}

type OptionalIn<F extends Fields> = {
  [K in keyof F]: F[K] extends TOptional ? K : never
}[keyof F]

/** An optional field is undefined in events of releases that did not have it. */
type DataWith<F extends Fields> = {
  readonly [K in Exclude<keyof F, OptionalIn<F>>]: Static<F[K]>
} & { readonly [K in OptionalIn<F>]?: Static<F[K]> | undefined }

/**
 * Publishes the declared fields, with the company. A person is named by the feed's own pseudonym, and a text in the
 * place of a code is not published.
 */
export function published<Data, const F extends Fields>(of: Publishing<Data, F>): Published<Data>
export function published<Data extends DataWith<F>, const F extends Fields>(
  of: Described<F>,
): Published<Data>
export function published({
  formerName,
  when,
  fields,
  data: dataOf = (data) => data,
}: Described<Fields> & Partial<Publishing<Json, Fields>>): Published<Json> {
  const names = Object.keys(fields)
  return {
    version: 1,
    formerName,
    when,
    schema: schemaOf(fields),
    publish(data, { companyId: company, personRef }) {
      const all: Json | undefined = dataOf(data)
      if (all === undefined) return undefined
      const given = names.filter((name) => all[name] !== undefined)
      const valueOf = (name: string) =>
        name === 'personRef' ? personRef(company, textOrNull(all[name])) : all[name]
      return {
        companyId: company,
        ...Object.fromEntries(given.map((name) => [name, valueOf(name)])),
      }
    },
  }
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

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
