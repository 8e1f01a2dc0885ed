import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { ProjectionSources } from './builder.ts'

export type Phase = 'building' | 'tidying' | 'comparing' | 'switching'

/** Receives the progress. */
export interface Watch {
  readonly enter: (phase: Phase) => void
  readonly move: (position: LogPosition, target: LogPosition, events: number) => void
}

export interface RebuildOrder {
  /** The schema that readers see. */
  readonly serving: string
  /**
   * `previous` continues with the tables that were served before the last switch instead of building
   * new ones; `either` does so if they are of this program's version.
   */
  readonly from: 'next' | 'previous' | 'either'
  /** Does nothing if the served tables are of this program's version. */
  readonly onlyOtherVersions?: boolean
  /** Switches although tables of the same version differ. */
  readonly acceptDifferences: boolean
  readonly stop: AbortSignal
  readonly watch: Watch
}

export interface RebuildSources extends ProjectionSources {
  readonly eventStore: Pick<EventStore, 'subscribe' | 'headOfLog' | 'checkPlace'>
}
