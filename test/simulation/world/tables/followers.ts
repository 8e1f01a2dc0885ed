import { changed, found, later, removeWhere, type Statement } from './table.ts'

interface Follower {
  readonly position: bigint
  readonly beatAt: number
}

/** `command.follower`. */
export function followerStatements(): readonly Statement[] {
  const rows = new Map<string, Follower>()
  return [
    [
      /^insert into command\.follower \(name, position, beat_at\) values \(\$1, \$2, now\(\)\) on conflict \(name\) do update set position = excluded\.position, beat_at = excluded\.beat_at$/,
      ({ values, now }) => {
        rows.set(values.text(1), { position: BigInt(values.text(2)), beatAt: now })
        return changed(1)
      },
    ],
    [
      /^select name, position::text from command\.follower where beat_at > now\(\) - \$1 \* interval '1 millisecond'$/,
      ({ values, now }) => {
        const since = later(now, -values.number(1))
        const living = [...rows].filter(([, { beatAt }]) => beatAt > since)
        return found(living.map(([name, { position }]) => ({ name, position: String(position) })))
      },
    ],
    [
      /^delete from command\.follower where name = \$1$/,
      ({ values }) => changed(Number(rows.delete(values.text(1)))),
    ],
    [
      /^delete from command\.follower where beat_at < now\(\) - 60000 \* interval '1 millisecond'$/,
      ({ now }) => removeWhere(rows, ({ beatAt }) => beatAt < later(now, -60_000)),
    ],
  ]
}
