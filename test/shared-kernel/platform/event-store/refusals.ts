import type codes from '@eventstore/db-client/generated/code_pb.js'
import statusMessages from '@eventstore/db-client/generated/status_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import any from 'google-protobuf/google/protobuf/any_pb.js'

interface Details {
  readonly name: string
  readonly message: string
  readonly bytes?: Uint8Array
}

/** An answer of a store to an append, as it sends it. */
export const answering =
  (code: codes.Code, { name, message, bytes = new Uint8Array() }: Details) =>
  (bytesOfRequest: Buffer) => {
    const request = streams.BatchAppendReq.deserializeBinary(bytesOfRequest)
    const details = new any.Any()
    details.pack(bytes, name)
    const error = new statusMessages.Status().setCode(code).setMessage(message).setDetails(details)
    const answer = new streams.BatchAppendResp()
      .setCorrelationId(request.getCorrelationId())
      .setStreamIdentifier(request.getOptions()?.getStreamIdentifier())
      .setError(error)
    return Buffer.from(answer.serializeBinary())
  }
