import { createReadModel } from '#projections/read-models/read-model.ts'

/** The one projection: every table that queries read. */
export const PROJECTION = 'read_model'

/** The schemas of a projection: the one that readers see, and those that may stand beside it. */
export interface Schemas {
  readonly serving: string
  /** Being built. */
  readonly next: string
  /** What was served before the last switch. */
  readonly previous: string
  /** Replaced by a later `previous`, not dropped yet. */
  readonly obsolete: string
}

export const schemasOf = (serving: string): Schemas => ({
  serving,
  next: `${serving}_next`,
  previous: `${serving}_previous`,
  obsolete: `${serving}_obsolete`,
})

/** Every table that is made from the log. */
export const tables = Object.values(createReadModel('')).map(({ table }) => table)
