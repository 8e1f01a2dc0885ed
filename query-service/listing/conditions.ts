import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { fold } from '#kernel/domain/turkish-text.ts'
import { microsecondsOf } from '#kernel/records/times.ts'
import type { CompanyTables } from './company-rows.ts'

/** What a row must be like to be in a list. */
export type Condition =
  | {
      /**
       * `cell`: of the few values that rows are counted by; `shown`: what is counted at all;
       * `row`: whatever else.
       */
      readonly on: 'cell' | 'shown' | 'row'
      readonly holds: Expression<SqlBool>
    }
  /** Changed after this moment, in microseconds since 1970. */
  | { readonly on: 'change'; readonly since: bigint }
  /** A part of the folded text, letter by letter: nothing stands for anything else. */
  | { readonly on: 'text'; readonly part: string }
  /** Both ends are within the range, as the client wrote them. */
  | { readonly on: 'date'; readonly from?: string | undefined; readonly until?: string | undefined }

/** The columns of a list's table, to make conditions of. */
export const columnsOf = <Table extends keyof CompanyTables>() =>
  expressionBuilder<CompanyTables, Table>()

/** The condition that a filter asks for; none when it is not given. */
const given =
  (on: 'cell' | 'row') =>
  <Value>(
    value: Value | undefined,
    make: (value: Value) => Expression<SqlBool>,
  ): readonly Condition[] =>
    value === undefined ? [] : [{ on, holds: make(value) }]

export const ofRow = given('row')
export const ofCell = given('cell')

/** Of every list of the table, whatever is asked. */
export const shown = (holds: Expression<SqlBool>): Condition => ({ on: 'shown', holds })

export const between = (from: string | undefined, until: string | undefined) =>
  from === undefined && until === undefined ? [] : [{ on: 'date', from, until } as const]

export const updatedSince = (moment: string | undefined): readonly Condition[] =>
  moment === undefined ? [] : [{ on: 'change', since: microsecondsOf(moment) }]

/** What has no letters, such as a lone accent, is in no text. */
export const containing = (text: string | undefined): readonly Condition[] => {
  if (text === undefined) return []
  const part = fold(text)
  return part === '' ? [{ on: 'row', holds: sql<boolean>`false` }] : [{ on: 'text', part }]
}

/** Digits are an identity number; anything else is looked for in the name. */
export const idNoOrName = (text: string | undefined) =>
  text !== undefined && /^\d+$/.test(text)
    ? ofRow(text, (idNo) => sql<boolean>`id_no = ${idNo}`)
    : containing(text)
