import { sizeOf } from '../recorded-event.ts'
import type { AppendRequest, DeleteRequest } from './decide.ts'

export type WriteRequest = (
  | ({ readonly kind: 'append' } & AppendRequest)
  | ({ readonly kind: 'delete' } & DeleteRequest)
) & {
  /** True once the sender has stopped waiting; then the request is not written. */
  readonly isAbandoned: () => boolean
}

export const sizeOfRequest = (request: WriteRequest): number =>
  request.kind === 'append' ? request.events.reduce((sum, event) => sum + sizeOf(event), 0) : 0
