/** The schemas of a projection: the one that readers see, and those that may exist next to it. */
export interface Schemas {
  readonly serving: string
  /** Being built. */
  readonly next: string
  /** Served before the last switch. */
  readonly previous: string
  /** The `previous` before that, until it is dropped. */
  readonly obsolete: string
}

export const schemasOf = (serving: string): Schemas => ({
  serving,
  next: `${serving}_next`,
  previous: `${serving}_previous`,
  obsolete: `${serving}_obsolete`,
})

/** The name of the advisory lock of a process that fills a schema's tables. */
export const lockOf = (name: string) => `sarraf.projection.${name}`
