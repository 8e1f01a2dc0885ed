import type { Detail } from '#kernel/domain/rejection.ts'

/** Faults by field, only the first one of each: it is the one to fix first. */
export class Faults {
  readonly #byField = new Map<string, string>()

  add(field: string, rule: string) {
    if (!this.#byField.has(field)) this.#byField.set(field, rule)
  }

  has = (field: string) => this.#byField.has(field)

  get list(): Detail[] {
    return [...this.#byField].map(([field, rule]) => ({ field, rule }))
  }
}
