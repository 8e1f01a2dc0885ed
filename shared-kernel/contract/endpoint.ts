import type { Static, TObject, TSchema } from 'typebox'
import type { RejectionCode } from '#kernel/domain/rejection.ts'

export const RIGHTS = [
  'customers',
  'bankTransactions',
  'bankQueries',
  'invoices',
  'expenses',
  'kmts',
  'compliance',
  'audit',
] as const
export type Right = (typeof RIGHTS)[number]

/** One endpoint of the contract: what it takes, what it answers, who may call it, who serves it. */
export type Endpoint<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TObject = TObject,
> = Asked<Params, Query, Body> & (AnsweredWithData | AnsweredWithFile)

interface Asked<Params extends TObject, Query extends TObject, Body extends TObject> {
  readonly operationId: string
  readonly summary: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** With `{name}` for each path parameter, as OpenAPI writes it. */
  readonly path: string
  readonly service: 'command' | 'query'
  readonly right: Right
  readonly params: Params
  readonly query: Query
  /** What is inside `data`; absent when the endpoint takes no body. */
  readonly body?: Body
  readonly status: 200 | 201
  /** A success of another kind, with the same data. */
  readonly otherStatus?: { readonly status: 200 | 201; readonly meaning: string }
  /** Takes an `Idempotency-Key`. */
  readonly creates?: true
  /** Beside 401, 403 and 500, which every endpoint can answer with. */
  readonly errors: readonly RejectionCode[]
}

interface AnsweredWithData {
  /** One item, for a list. */
  readonly data: TSchema
  readonly list?: true
  readonly file?: undefined
}

/** A success is a file of one of these types, without an envelope. */
interface AnsweredWithFile {
  readonly file: readonly string[]
  readonly data?: undefined
  readonly list?: undefined
}

export const endpoint = <Params extends TObject, Query extends TObject, Body extends TObject>(
  description: Endpoint<Params, Query, Body>,
): Endpoint<Params, Query, Body> => description

export type Input<E> =
  E extends Asked<infer Params, infer Query, infer Body>
    ? {
        readonly params: Static<Params>
        readonly query: Static<Query>
        readonly body: Static<Body>
      }
    : never

/** Which fields belong to which kind of a document. */
export interface KindRules {
  /** The field whose values `onlyFor` and `requiredFor` name; `source` where nothing is said. */
  readonly kindOf?: { readonly field: string; readonly byDefault?: string }
  /** Fields that belong to one source only; with another one they are a `mismatch`. */
  readonly onlyFor?: Readonly<Record<string, readonly string[]>>
  /** Fields that are required with that source. */
  readonly requiredFor?: Readonly<Record<string, readonly string[]>>
}

/** Options a body schema can carry beside JSON Schema's own (all are checked by validation.ts). */
export interface BodyRules extends KindRules {
  /** Where the fields depend on other fields as well. */
  readonly alsoBy?: readonly KindRules[]
  /** Names, or prefixes that end in `*`, that a client must never send. */
  readonly readOnlyFields?: readonly string[]
  /** At least one of these must be given. */
  readonly requiredOneOf?: readonly string[]
}
