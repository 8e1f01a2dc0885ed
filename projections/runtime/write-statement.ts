import type pg from 'pg'

/** A change of one table, as part of the statement that writes a batch. */
export interface TableWrite {
  /** The same for the same text. */
  readonly name: string
  readonly text: (place: Place) => string
  readonly values: readonly unknown[]
}

/** Where a change stands in a statement. */
export interface Place {
  /** The name of the change's parameter with this number, from 1. */
  readonly parameter: (number: number) => string
  /** The change must do nothing unless this holds. */
  readonly condition: string
}

/**
 * Joins a first change and others into one statement, so that a batch is written in one round trip and
 * needs no transaction of its own. The others change nothing unless the first one has changed a row.
 * `select` is what the statement answers, from `first`. The statements are prepared by name, so a
 * connection can have only one such function.
 */
export function writeStatements(
  first: string,
  select: string,
): (values: readonly unknown[], writes: readonly TableWrite[]) => pg.QueryConfig {
  const known = new Map<string, { readonly name: string; readonly text: string }>()
  return (values, writes) => {
    const kind = writes.map((write) => write.name).join(' ')
    const statement = known.get(kind) ?? {
      name: `write ${known.size}`,
      text: textOf({ first, select, parameters: values.length }, writes),
    }
    known.set(kind, statement)
    return { ...statement, values: [...values, ...writes.flatMap((write) => write.values)] }
  }
}

interface Start {
  readonly first: string
  readonly select: string
  readonly parameters: number
}

function textOf({ first, select, parameters }: Start, writes: readonly TableWrite[]): string {
  let before = parameters
  const parts = writes.map(({ text, values }, index) => {
    const taken = before
    before += values.length
    const place = { parameter: (number: number) => `$${taken + number}`, condition: CONDITION }
    return `write_${index} as (${text(place)})`
  })
  return `with ${[`first as (${first})`, ...parts].join(', ')} ${select}`
}

const CONDITION = 'exists (select from first)'
