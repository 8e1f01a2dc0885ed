import { Big } from 'big.js'

declare global {
  // Node has it; the types of the language do not describe it yet.
  interface JSON {
    rawJSON: (text: string) => object
  }
}

/** More than any program writes: a float has 17 digits that count, and at most 323 zeros beside them. */
const MAX_HELD_CHARACTERS = 1_000

/**
 * A JSON number that JavaScript would write in another way than its sender: `1.10`, `-0`, `1e400`, or more digits
 * than a binary float holds. `JSON.stringify` writes it as its sender did.
 */
export class ExactNumber {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }

  toJSON(): object {
    return JSON.rawJSON(this.source)
  }

  /** The nearest binary float; without a sign where it is zero. */
  get nearest(): number {
    const number = Number(this.source)
    return number === 0 ? 0 : number
  }

  /** Whether that float has its value. Comparing costs more than in proportion to the digits. */
  get isHeld(): boolean {
    if (this.source.length > MAX_HELD_CHARACTERS) return false
    const number = this.nearest
    return Number.isFinite(number) && new Big(this.source).eq(new Big(number))
  }
}
