import { changed, found, removeWhere, type Statement } from './table.ts'

interface Limit {
  readonly points: number
  /** Epoch milliseconds by the clock of the process that counts. */
  readonly expire: number | null
}

const isOver = ({ expire }: Limit, nowMs: number) => expire !== null && expire <= nowMs

const shown = ({ points, expire }: Limit) => ({
  points,
  expire: expire === null ? null : String(expire),
})

/** `command.kmts_limit`, as rate-limiter-flexible uses it. */
export function limitStatements(): readonly Statement[] {
  const rows = new Map<string, Limit>()
  return [
    [
      /^insert into command\.kmts_limit values \(\$1, \$2, \$3\) on conflict\(key\) do update set points = case when \(command\.kmts_limit\.expire <= \$4 or 1=0\) then \$2 else command\.kmts_limit\.points \+ \(\$2\) end, expire = case when command\.kmts_limit\.expire <= \$4 then \$3 else command\.kmts_limit\.expire end returning points, expire;$/i,
      ({ values }) => {
        const key = values.text(1)
        const before = rows.get(key)
        const fresh = { points: values.number(2), expire: values.numberOrNull(3) }
        const row =
          before === undefined || isOver(before, values.number(4))
            ? fresh
            : { ...before, points: before.points + fresh.points }
        rows.set(key, row)
        return found([shown(row)])
      },
    ],
    [
      /^select points, expire from command\.kmts_limit where key = \$1 and \(expire > \$2 or expire is null\);$/i,
      ({ values }) => {
        const row = rows.get(values.text(1))
        return found(row === undefined || isOver(row, values.number(2)) ? [] : [shown(row)])
      },
    ],
    [
      /^delete from command\.kmts_limit where key = \$1$/i,
      ({ values }) => changed(Number(rows.delete(values.text(1)))),
    ],
    [
      /^delete from command\.kmts_limit where expire < \$1$/i,
      ({ values }) => {
        const before = values.number(1)
        return removeWhere(rows, ({ expire }) => expire !== null && expire < before)
      },
    ],
  ]
}
