/** A page is not the place for it. */
export class TooLong extends Error {
  override readonly name = 'TooLong'
}
