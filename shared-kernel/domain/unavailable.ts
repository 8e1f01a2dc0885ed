/** The request cannot be served now, for load or because a part is down; later it may be. */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable'
  readonly retryAfterSeconds: number

  constructor(message: string, retryAfterSeconds: number) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}
