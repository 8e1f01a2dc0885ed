/** The query takes too long for a page. */
export class TooLong extends Error {
  override readonly name = 'TooLong'
}
