import { jsonbText } from './json.ts'
import { changed, found, type Statement } from './table.ts'

interface State {
  readonly position: bigint
  /** JSON. */
  readonly lastEvent: string | null
  /** JSON. */
  readonly state: string
}

/** `command.process_state`. */
export function processStateStatements(): readonly Statement[] {
  const rows = new Map<string, State>()
  const placeOf = ({ position, lastEvent }: State) => ({
    position: position.toString(),
    last_event: lastEvent === null ? null : parsed(lastEvent),
  })
  return [
    [
      /^insert into command\.process_state \(name, position, state\) values \(\$1, 0, 'null'\) on conflict \(name\) do nothing$/,
      ({ values }) => {
        const name = values.text(1)
        if (rows.has(name)) return changed(0)
        rows.set(name, { position: 0n, lastEvent: null, state: 'null' })
        return changed(1)
      },
    ],
    [
      /^select position, last_event, state from command\.process_state where name = \$1$/,
      ({ values }) => {
        const row = rows.get(values.text(1))
        return found(row === undefined ? [] : [{ ...placeOf(row), state: parsed(row.state) }])
      },
    ],
    [
      /^select position, last_event from command\.process_state$/,
      () => found([...rows.values()].map(placeOf)),
    ],
    [
      /^update command\.process_state set position = \$2, last_event = \$3, state = \$4 where name = \$1$/,
      ({ values }) => {
        const name = values.text(1)
        if (!rows.has(name)) return changed(0)
        const lastEvent = values.textOrNull(3)
        rows.set(name, {
          position: BigInt(values.text(2)),
          lastEvent: lastEvent === null ? null : jsonbText(lastEvent),
          state: jsonbText(values.text(4)),
        })
        return changed(1)
      },
    ],
  ]
}

const parsed = (json: string): unknown => JSON.parse(json)
