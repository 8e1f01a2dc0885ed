/** What clients may ask of a list. */
export interface List<Name extends string = string> {
  /** Fields, or a field with the one that has its order. */
  readonly sorts: readonly (Name | readonly [asked: string, sorted: Name])[]
  readonly defaultSort: `${string}:${'asc' | 'desc'}`
  /** In the order in which the API's document names them. */
  readonly filters: readonly Filter<Name>[]
  /** Facets of other lists of the same record. */
  readonly otherFacets?: readonly Name[]
}

export type Filter<Name extends string = string> =
  | ValueFilter<Name>
  | TextFilter<Name>
  | RangeFilter<Name>
  | { readonly by: 'updatedSince' }

/** `facet`: one of a few values, by which rows are counted; `equals`: any other value. */
export interface ValueFilter<Name extends string = string> extends ValueOptions {
  readonly by: 'facet' | 'equals'
  readonly field: Name
}

interface ValueOptions {
  /** As clients write it; `filter[field]` without it. */
  readonly parameter?: string
  /** Rows without a value count as those with this one. */
  readonly missingIs?: string | number
  /** Rows with this value are shown only to clients who ask for it. */
  readonly leftOut?: string
  readonly normalize?: (asked: string) => string
}

interface TextFilter<Name extends string> extends TextOptions {
  readonly by: 'text'
  readonly field: Name
}

interface TextOptions {
  /** As clients write it; `q` without it. */
  readonly parameter?: string
  /** Digits are an identity number. */
  readonly orIdNo?: true
}

interface RangeFilter<Name extends string> extends RangeOptions {
  readonly by: 'range'
  readonly field: Name
}

interface RangeOptions {
  /** As clients write its ends; `filter[startDate]` and `filter[endDate]` without it. */
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

/** A part of a folded text. */
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
