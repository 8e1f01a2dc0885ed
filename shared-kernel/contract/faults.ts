import { type Detail, schemaFault } from '#kernel/domain/detail.ts'
import type { Rule } from '#kernel/domain/rules.ts'

/** Faults by field, only the first one of each: it is the one to fix first. */
export class Faults {
  readonly #byField = new Map<string, Rule>()

  add(field: string, rule: Rule) {
    if (!this.#byField.has(field)) this.#byField.set(field, rule)
  }

  has = (field: string) => this.#byField.has(field)

  get list(): Detail[] {
    return [...this.#byField].map(([field, rule]) => schemaFault(field, rule))
  }
}
