import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import type { ProjectionDefinition } from './definition.ts'
import type { ProjectionMetrics } from './metrics.ts'
import { createReplacement } from './rebuild/at-start.ts'
import { versionOf } from './schema.ts'
import { createStatusBoard, type ProjectionStatus } from './status.ts'
import { runTerms } from './terms.ts'

export interface ProjectionOptions {
  readonly definition: ProjectionDefinition
  readonly databaseUrl: string
  readonly eventStore: EventStore
  readonly vault: Vault
  readonly logger: Logger
  readonly metrics: ProjectionMetrics
  /** The schema of the tables, by default named like the projection. Followers listen on the channel `<schema>_progress`. */
  readonly schema?: string
  readonly maxBatch?: number
}

export interface Projection {
  readonly status: () => ProjectionStatus
  /** Stops after the current batch and lets a standby take over. */
  readonly close: () => Promise<void>
}

/** Keeps the tables equal to the log while it leads; restarts after any failure. */
export function startProjection(options: ProjectionOptions): Projection {
  const settings = { schema: options.definition.name, maxBatch: 4_000, ...options }
  const { definition, schema } = settings
  const version = versionOf(definition)
  const stop = new AbortController()
  const stopped = Promise.withResolvers<undefined>()
  const board = createStatusBoard({ name: definition.name, version, schema })
  const replacement = createReplacement({
    sources: settings,
    serving: schema,
    board,
    stop: stop.signal,
  })
  const run = { board, replacement, stop: stop.signal, stopped: stopped.promise }
  const ended = runTerms(settings, run)
  return {
    status: board.current,
    close: async () => {
      stop.abort()
      stopped.resolve(undefined)
      await Promise.all([ended, replacement.ended()])
      board.enter('stopped')
    },
  }
}
