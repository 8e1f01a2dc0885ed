import { changed, later, type Statement } from './table.ts'

interface Lease {
  readonly holder: string
  readonly heldUntil: number
}

/** `command.lease`. */
export function leaseStatements(): readonly Statement[] {
  const rows = new Map<string, Lease>()
  return [
    [
      /^insert into command\.lease as held \(name, holder, held_until\) .* where held\.held_until < now\(\)$/,
      ({ values, now }) => {
        const name = values.text(1)
        const held = rows.get(name)
        if (held !== undefined && held.heldUntil >= now) return changed(0)
        rows.set(name, { holder: values.text(2), heldUntil: later(now, values.number(3)) })
        return changed(1)
      },
    ],
    [
      /^update command\.lease set held_until = now\(\) \+ \$3 \* interval '1 millisecond' where name = \$1 and holder = \$2$/,
      ({ values, now }) => {
        const name = values.text(1)
        const held = rows.get(name)
        if (held?.holder !== values.text(2)) return changed(0)
        rows.set(name, { ...held, heldUntil: later(now, values.number(3)) })
        return changed(1)
      },
    ],
    [
      /^delete from command\.lease where name = \$1 and holder = \$2$/,
      ({ values }) => {
        const name = values.text(1)
        const isHeld = rows.get(name)?.holder === values.text(2)
        return changed(Number(isHeld && rows.delete(name)))
      },
    ],
  ]
}
