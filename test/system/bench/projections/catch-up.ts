import { EventStoreDBClient, FORWARDS, START } from '@eventstore/db-client'
import { Registry } from 'prom-client'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import { createProjectionMetrics } from '#projections/runtime/metrics.ts'
import { startProjection } from '#projections/runtime/projection.ts'
import type { Stage } from './stage.ts'

const LOOK_EVERY_MS = 5

/** Projects the whole log into new tables; how long it took once they were made. */
export async function catchUpMs(stage: Stage, schema: string): Promise<number> {
  const head = await stage.eventStore.headOfLog()
  const projection = project(stage, schema)
  const until = async (isReached: () => boolean) => {
    while (!isReached()) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
      const { failure } = projection.status()
      if (failure !== undefined) throw new Error(failure)
    }
  }
  try {
    await until(() => projection.status().phase === 'catchingUp')
    const startedAt = performance.now()
    await until(() => projection.status().position >= head)
    return performance.now() - startedAt
  } finally {
    await projection.close()
  }
}

function project(stage: Stage, schema: string) {
  const { databaseUrl, eventStore, vault } = stage
  const metrics = createProjectionMetrics(new Registry(), eventStore.headOfLog)
  const definition = readModels
  return startProjection({
    definition,
    databaseUrl,
    eventStore,
    vault,
    logger: silentLogger,
    metrics,
    schema,
  })
}

/** The client alone reading the log: how many events there are, and how long it took. */
export async function readOnly({ eventStoreUrl }: Stage) {
  const client = EventStoreDBClient.connectionString(eventStoreUrl)
  try {
    const startedAt = performance.now()
    let events = 0
    for await (const { event } of client.readAll({ direction: FORWARDS, fromPosition: START })) {
      if (event !== undefined) events++
    }
    if (events === 0) throw new Error('the log is empty')
    return { events, readMs: performance.now() - startedAt }
  } finally {
    await client.dispose()
  }
}
