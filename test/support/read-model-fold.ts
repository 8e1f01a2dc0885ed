import { isDeepStrictEqual } from 'node:util'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { LONGEST_WAIT_MS } from './patience.ts'
import { decodedLog } from './read-model-fold/decoded-log.ts'
import { foldOf } from './read-model-fold/fold.ts'
import { openStoredRows } from './read-model-fold/stored-rows.ts'
import type { Row } from './read-model-fold/values.ts'

interface System {
  readonly databaseUrl: string
  readonly eventStore: EventStore
  readonly vault: Vault
  readonly schema?: string
}

/**
 * Compares the tables with a fold of the log, one event after the other, by a model that shares
 * nothing with the projections but the events. Waits until the tables have caught up. Empty when
 * they agree; else a line for each difference.
 */
export async function differences({
  databaseUrl,
  eventStore,
  vault,
  schema = 'read_model',
}: System): Promise<string[]> {
  const stored = await openStoredRows(databaseUrl, schema)
  try {
    const head = await eventStore.headOfLog()
    const position = await stored.positionAtLeast(head, Date.now() + LONGEST_WAIT_MS)
    if (position < head)
      return [`the tables stand at ${position.toString()}, the log at ${head.toString()}`]
    const found: string[] = []
    for (const [table, expected] of Object.entries(foldOf(await decodedLog(eventStore, vault)))) {
      const between = differencesBetween(expected, await stored.rows(table))
      found.push(...between.map((difference) => `${table} ${difference}`))
    }
    return found
  } finally {
    await stored.close()
  }
}

type Rows = ReadonlyMap<string, Row>

/** A line for each row, and each of its columns, that is not as expected. */
export function differencesBetween(expected: Rows, actual: Rows): string[] {
  const surplus = [...actual.keys()].filter((key) => !expected.has(key))
  return [
    ...surplus.map((key) => `${key}: is there and should not be`),
    ...[...expected].flatMap(([key, row]) =>
      differencesOf(row, actual.get(key)).map((difference) => `${key}: ${difference}`),
    ),
  ]
}

function differencesOf(expected: Row, actual: Row | undefined): readonly string[] {
  if (actual === undefined) return ['is missing']
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)])
  return [...names]
    .filter((name) => !isDeepStrictEqual(expected[name], actual[name]))
    .map(
      (name) => `${name} is ${JSON.stringify(actual[name])}, not ${JSON.stringify(expected[name])}`,
    )
}
