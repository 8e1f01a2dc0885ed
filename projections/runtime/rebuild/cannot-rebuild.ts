/** What was asked for cannot be done now; the reason is one line for people. */
export class CannotRebuild extends Error {
  override readonly name = 'CannotRebuild'
}
