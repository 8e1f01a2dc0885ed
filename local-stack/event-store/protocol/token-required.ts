import streams from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js'
import { areEqualSecrets } from '#kernel/platform/equal-secrets.ts'

const protectedPaths: ReadonlySet<string> = new Set(
  Object.values(streams.StreamsService).map(({ path }) => path),
)

/**
 * Answers UNAUTHENTICATED to calls for the log that do not bring the token. On a plain channel the
 * official client drops credentials, but sends the `connectionName` of its URL with every call.
 */
export const tokenRequired =
  (token: string): ServerInterceptor =>
  ({ path }, call) => {
    if (!protectedPaths.has(path)) return new ServerInterceptingCall(call)
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, pass) => {
            const [given = ''] = metadata.get('connection-name')
            if (areEqualSecrets(String(given), token)) pass(metadata)
            else call.sendStatus({ code: status.UNAUTHENTICATED, details: 'the token is missing' })
          },
        }),
    })
  }
