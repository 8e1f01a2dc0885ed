import type { Static, TObject, TSchema } from 'typebox'
import type { RejectionCode } from '#kernel/domain/rejection.ts'
import { NoParameters } from './fields.ts'

export const RIGHTS = [
  'customers',
  'bankTransactions',
  'bankQueries',
  'invoices',
  'expenses',
  'kmts',
  'compliance',
  'audit',
  'console',
] as const
export type Right = (typeof RIGHTS)[number]

/** One endpoint of the contract: its input, its response, the right it needs and the serving process. */
export type Endpoint<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TObject = TObject,
> = RequestSchemas<Params, Query, Body> & (AnsweredWithData | AnsweredWithFile)

interface RequestSchemas<Params extends TObject, Query extends TObject, Body extends TObject> {
  readonly operationId: string
  /** Two to four words, for a list of all operations. */
  readonly summary: string
  /** One sentence. */
  readonly about: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** With `{name}` for each path parameter, as OpenAPI writes it. */
  readonly path: string
  readonly service: 'command' | 'query'
  readonly right: Right
  readonly params: Params
  readonly query: Query
  /** The schema of the body's `data`; absent if the endpoint takes no body. */
  readonly body?: Body
  readonly status: 200 | 201
  /** A second success status with the same data. */
  readonly otherStatus?: { readonly status: 200 | 201; readonly meaning: string }
  /** Takes an `Idempotency-Key`. */
  readonly creates?: true
  /** Besides 401, 403 and 500, which every endpoint can return. */
  readonly errors: readonly RejectionCode[]
}

interface AnsweredWithData {
  /** One item, for a list. */
  readonly data: TSchema
  readonly list?: true
  readonly file?: undefined
}

/** A file's type for a client that accepts only this: generators know no other. */
export const BYTES = 'application/octet-stream'

/** A success is a file of one of these types, without an envelope. */
interface AnsweredWithFile {
  readonly file: readonly string[]
  readonly data?: undefined
  readonly list?: undefined
}

export const endpoint = <Params extends TObject, Query extends TObject, Body extends TObject>(
  description: Endpoint<Params, Query, Body>,
): Endpoint<Params, Query, Body> => description

/** An endpoint that differs in one of these says so behind them. */
export const commandDefaults = {
  method: 'POST',
  service: 'command',
  params: NoParameters,
  query: NoParameters,
  status: 200,
} as const

export const queryDefaults = { ...commandDefaults, method: 'GET', service: 'query' } as const

export type Input<E> =
  E extends RequestSchemas<infer Params, infer Query, infer Body>
    ? {
        readonly params: Static<Params>
        readonly query: Static<Query>
        readonly body: Static<Body>
      }
    : never

/** The fields that belong to each kind of document. */
export interface KindRules {
  /** The field with the kinds that `onlyFor` and `requiredFor` name; `source` by default. */
  readonly kindOf?: { readonly field: string; readonly byDefault?: string }
  /** Fields that belong to one kind only; with another kind they are a `mismatch`. */
  readonly onlyFor?: Readonly<Record<string, readonly string[]>>
  /** Fields that are required for that kind. */
  readonly requiredFor?: Readonly<Record<string, readonly string[]>>
  /** Examples of fields that have another for that kind. */
  readonly examplesFor?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Options of a body schema besides those of JSON Schema; body-rules.ts checks them. */
export interface BodyRules extends KindRules {
  /** Rules for fields that depend on further fields. */
  readonly alsoBy?: readonly KindRules[]
  /** Names, or prefixes that end in `*`, that a client must never send. */
  readonly readOnlyFields?: readonly string[]
  /** At least one of these must be given. */
  readonly requiredOneOf?: readonly string[]
}
