import { type Detail, schemaFault } from '#kernel/domain/detail.ts'
import type { Rule } from '#kernel/domain/rules.ts'

/** More would not help; what was sent can contain tens of thousands. */
export const MAX_FAULTS = 100

/** Faults by field, only the first one of each: it is the one to fix first. */
export class Faults {
  readonly #byField = new Map<string, Rule>()

  /** The name is as the client wrote it, but for half a surrogate pair, which not every client can read. */
  add(field: string, rule: Rule) {
    if (this.#byField.size === MAX_FAULTS) return
    const name = field.toWellFormed()
    if (!this.#byField.has(name)) this.#byField.set(name, rule)
  }

  has = (field: string) => this.#byField.has(field)

  get list(): Detail[] {
    return [...this.#byField].map(([field, rule]) => schemaFault(field, rule))
  }
}
