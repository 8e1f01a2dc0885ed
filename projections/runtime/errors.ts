/** Somebody else has moved the checkpoint: this process no longer owns the projection. */
export class NotTheOwner extends Error {
  override readonly name = 'NotTheOwner'
}
