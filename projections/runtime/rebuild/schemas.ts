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
