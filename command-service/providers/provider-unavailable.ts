/** A provider gave no clear answer: none in time, an error of its own, or one that cannot be read. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'
  readonly provider: string

  constructor(provider: string, message: string, options?: ErrorOptions) {
    super(`${provider}: ${message}`, options)
    this.provider = provider
  }
}
