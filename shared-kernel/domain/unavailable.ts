/** The request cannot be served now, because of load or an outage; a later retry may succeed. */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable'
  readonly retryAfterSeconds: number

  constructor(message: string, retryAfterSeconds: number, options?: ErrorOptions) {
    super(message, options)
    this.retryAfterSeconds = retryAfterSeconds
  }
}
