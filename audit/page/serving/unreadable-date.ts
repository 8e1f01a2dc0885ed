/** What the address has as a date is none; to go on without it would show something else than what was asked for. */
export class UnreadableDate extends Error {
  override readonly name = 'UnreadableDate'
  readonly field: string
  /** A date in the form that is expected. */
  readonly example: string

  constructor(field: string, example: string) {
    super(`${field} is no date like ${example}`)
    this.field = field
    this.example = example
  }
}
