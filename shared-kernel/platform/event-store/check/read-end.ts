import { BACKWARDS, END, type EventStoreDBClient } from '@eventstore/db-client'

/** Reads the last event. To its end: a client that is disposed of waits for a read that was left early. */
export async function readEnd(client: EventStoreDBClient): Promise<void> {
  const end = {
    direction: BACKWARDS,
    fromPosition: END,
    maxCount: 1,
    requiresLeader: true,
  } as const
  for await (const _ of client.readAll(end)) continue
}
