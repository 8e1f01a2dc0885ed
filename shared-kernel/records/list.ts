/** The sorts and filters of a list. */
export interface List<Name extends string = string> {
  /** The fields to sort by, or a pair of a field and the one that has its order. */
  readonly sorts: readonly (Name | readonly [asked: string, sorted: Name])[]
  readonly defaultSort: `${string}:${'asc' | 'desc'}`
  /** In the order of the OpenAPI document. */
  readonly filters: readonly Filter<Name>[]
  /** Facets of other lists of the same record. */
  readonly otherFacets?: readonly Name[]
}

export type Filter<Name extends string = string> =
  | ValueFilter<Name>
  | TextFilter<Name>
  | RangeFilter<Name>
  | { readonly by: 'updatedSince' }
  | { readonly by: 'includeDeleted' }

/**
 * `facet`: one of a few values, by which rows are counted. `number`: the number of a person or a company, in any spelling.
 * `equals`: any other value.
 */
export interface ValueFilter<Name extends string = string> extends ValueOptions {
  readonly by: 'facet' | 'equals' | 'number'
  readonly field: Name
}

interface ValueOptions {
  /** The parameter's name; `filter[field]` by default. */
  readonly parameter?: string
  /** Rows without a value are treated as rows with this one. */
  readonly missingIs?: string | number
  /** Rows with this value are left out unless a request asks for them. */
  readonly leftOut?: string
  readonly normalize?: (asked: string) => string
  /** The description of the parameter; the field's by default. */
  readonly words?: string
}

interface TextFilter<Name extends string> extends TextOptions {
  readonly by: 'text'
  readonly field: Name
}

interface TextOptions {
  /** The parameter's name; `q` by default. */
  readonly parameter?: string
  /** A text of digits is searched as an identity number. */
  readonly orIdNo?: true
  /** The description of the parameter. */
  readonly words?: string
}

interface RangeFilter<Name extends string> extends RangeOptions {
  readonly by: 'range'
  readonly field: Name
}

interface RangeOptions {
  /** The parameters' names; `filter[startDate]` and `filter[endDate]` by default. */
  readonly parameters?: readonly [from: string, until: string]
}

export const facet = <const Name extends string>(
  field: Name,
  options: ValueOptions = {},
): ValueFilter<Name> => ({ ...options, by: 'facet', field })

export const equals = <const Name extends string>(
  field: Name,
  options: ValueOptions = {},
): ValueFilter<Name> => ({ ...options, by: 'equals', field })

export const ofNumber = { by: 'number', field: 'idNo' } as const

/** Searches a part of a folded text. */
export const contains = <const Name extends string>(
  field: Name,
  options: TextOptions = {},
): Filter<Name> => ({ ...options, by: 'text', field })

/** From one moment to another. */
export const range = <const Name extends string>(
  field: Name,
  options: RangeOptions = {},
): Filter<Name> => ({ ...options, by: 'range', field })

export const updatedSince = { by: 'updatedSince' } as const

/** Also lists the rows that have left the list. */
export const includeDeleted = { by: 'includeDeleted' } as const
