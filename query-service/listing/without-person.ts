import type { LeftRows } from '#kernel/records/record.ts'

/** A row that has left its list shows nothing of a person. */
export const withoutPerson = <Row extends object>(row: Row, { without }: LeftRows): Row => ({
  ...row,
  ...Object.fromEntries(without.map((column) => [column, null])),
})
