import { Metadata, type ServiceError, status } from '@grpc/grpc-js'
import { StreamDeleted } from '../reading/read-stream.ts'
import { WriterBusy, WriterStopped } from '../writing/log-writer.ts'

/** An answer that ends a call with a status and with the trailers that clients tell errors apart by. */
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

/** What the real one says of a place that it cannot read from, word for word. */
export const unexpected = (result: 'ReadStreamResult' | 'ReadAllResult') =>
  new Refusal(status.UNKNOWN, `Unexpected ${result}: Error`)

/** The same for a subscription. */
export const handlerFailed = () => new Refusal(status.UNKNOWN, 'Exception was thrown by handler.')

export const closing = () => new Refusal(status.UNAVAILABLE, 'the node is closing')

export const streamDeleted = (stream: string) =>
  new Refusal(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  })

export const appendTooLarge = (maximum: number) =>
  new Refusal(status.INVALID_ARGUMENT, `Maximum Append Size of ${maximum} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(maximum),
  })

export const missingMetadata = (property: string) =>
  new Refusal(status.INVALID_ARGUMENT, `Required Metadata Property '${property}' is missing`, {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  })

/** What a call is ended with, whatever was thrown; nothing internal is told. */
export function serviceError(error: unknown, stream?: string): ServiceError {
  const { code, message, trailers } = asRefusal(error, stream)
  const metadata = new Metadata()
  // Trailers are ASCII by rule; grpc-js throws on anything else.
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
