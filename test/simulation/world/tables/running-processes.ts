import { COMMON_TIME } from '#kernel/platform/database/common-clock.ts'
import { changed, found, HOUR, later, removeWhere, type Statement } from './table.ts'
import { millisecondsText } from './times.ts'

interface Process {
  readonly aliveUntil: number
  readonly requests: readonly string[]
}

export interface RunningProcessTable {
  readonly statements: readonly Statement[]
  readonly isAlive: (id: string, now: number) => boolean
}

/** `command.process`, and the clock that is read with it. */
export function runningProcessTable(): RunningProcessTable {
  const rows = new Map<string, Process>()
  return {
    isAlive: (id, now) => (rows.get(id)?.aliveUntil ?? -Infinity) > now,
    statements: [
      [
        /^insert into command\.process \(id, alive_until, requests\) values .* on conflict \(id\) do update set alive_until = excluded\.alive_until, requests = excluded\.requests returning /,
        ({ values, now }) => {
          const aliveUntil = later(now, values.number(2))
          rows.set(values.text(1), { aliveUntil, requests: values.texts(3) })
          return found([{ now: millisecondsText(now) }])
        },
      ],
      [
        /^select from command\.process where alive_until > now\(\) and \$1 = any \(requests\)$/,
        ({ values, now }) => {
          const wanted = values.text(1)
          const working = [...rows.values()].filter(
            ({ aliveUntil, requests }) => aliveUntil > now && requests.includes(wanted),
          )
          return found(working.map(() => ({})))
        },
      ],
      [
        /^delete from command\.process where id = \$1$/,
        ({ values }) => changed(Number(rows.delete(values.text(1)))),
      ],
      [
        /^delete from command\.process where alive_until < now\(\) - interval '1 hour'$/,
        ({ now }) => removeWhere(rows, ({ aliveUntil }) => aliveUntil < now - HOUR),
      ],
      [
        new RegExp(`^${RegExp.escape(`select ${COMMON_TIME} as now`)}$`),
        ({ now }) => found([{ now: millisecondsText(now) }]),
      ],
    ],
  }
}
