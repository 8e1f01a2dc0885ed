/** The person has been forgotten, so no new data can be sealed with this key. */
export class KeyDestroyed extends Error {
  override readonly name = 'KeyDestroyed'
}
