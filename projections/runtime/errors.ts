/** Another process has moved the checkpoint: this one is no longer the leader. */
export class NotLeader extends Error {
  override readonly name = 'NotLeader'
}
