import { Metadata, type ServiceError, status } from '@grpc/grpc-js'
import { StreamDeleted } from '../reading/read-stream.ts'
import { WriterBusy, WriterStopped } from '../writing/log-writer.ts'

/** Ends a call with a status, and with the trailers by which clients distinguish errors. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: status
  readonly trailers: Readonly<Record<string, string>>

  constructor(code: status, message: string, trailers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.code = code
    this.trailers = trailers
  }
}

export const invalid = (message: string) => new Refusal(status.INVALID_ARGUMENT, message)

/** EventStoreDB's exact answer to a place from which it cannot read. */
export const unexpected = (
  result: 'ReadStreamResult' | 'ReadAllResult',
  { reason }: { readonly reason: string },
  kind = 'Error',
) => new Refusal(status.UNKNOWN, `Unexpected ${result}: ${kind}${reason}`)

export const closing = () => new Refusal(status.UNAVAILABLE, 'the node is closing')

export const streamDeleted = (stream: string) =>
  new Refusal(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  })

export const accessDenied = () =>
  new Refusal(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' })

/** To a read a server says it without the trailer that the client knows. */
export const readDenied = () => new Refusal(status.PERMISSION_DENIED, 'Access Denied')

export const appendTooLarge = (maximum: number) =>
  new Refusal(status.INVALID_ARGUMENT, `Maximum Append Size of ${maximum} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(maximum),
  })

export const eventTooLarge = (id: string, size: number, maximum: number) =>
  new Refusal(
    status.INVALID_ARGUMENT,
    `The event ${id} of ${size} bytes exceeds the maximum of ${maximum}.`,
    {
      exception: 'maximum-append-event-size-exceeded',
      'event-id': id,
      'proposed-event-size': String(size),
      'maximum-append-event-size': String(maximum),
    },
  )

export const missingMetadata = (property: string) =>
  new Refusal(status.INVALID_ARGUMENT, `Required Metadata Property '${property}' is missing`, {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  })

/** Turns any thrown error into the end of a call, without internal details. */
export function serviceError(error: unknown, stream?: string): ServiceError {
  const { code, message, trailers } = asRefusal(error, stream)
  const metadata = new Metadata()
  // Trailers must be ASCII; grpc-js throws on other characters.
  for (const [key, value] of Object.entries(trailers)) {
    metadata.set(key, /^[\x20-\x7e]*$/.test(value) ? value : encodeURIComponent(value))
  }
  return Object.assign(new Error(message), { code, details: message, metadata })
}

function asRefusal(error: unknown, stream: string | undefined): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof StreamDeleted) return streamDeleted(stream ?? '')
  if (error instanceof WriterStopped || error instanceof WriterBusy) {
    return new Refusal(status.UNAVAILABLE, error.message)
  }
  return new Refusal(status.UNAVAILABLE, 'Server Is Not Ready')
}
