/** Something that the operator can mend; the message is one line and holds no secret. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
