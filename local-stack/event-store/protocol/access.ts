import streams from '@eventstore/db-client/generated/streams_grpc_pb.js'
import {
  type Metadata,
  ServerInterceptingCall,
  type ServerInterceptor,
  status,
} from '@grpc/grpc-js'
import { areEqualSecrets } from '#kernel/platform/equal-secrets.ts'

/** What a client must bring to use the log. */
export interface Access {
  /**
   * As its `connectionName`: on a plain channel the official client drops credentials, but sends
   * that name with every call.
   */
  readonly token: string | null
  /** As its credentials, which the official client sends over TLS only. */
  readonly user: User | null
}

export interface User {
  readonly name: string
  readonly password: string
}

/** Answers UNAUTHENTICATED to calls for the log that do not bring what is required. */
export function accessRequired({ token, user }: Access): ServerInterceptor[] {
  const required: ServerInterceptor[] = []
  if (token !== null) required.push(headerRequired('connection-name', token))
  if (user !== null) required.push(headerRequired('authorization', basic(user)))
  return required
}

const basic = ({ name, password }: User) =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`

const protectedPaths: ReadonlySet<string> = new Set(
  Object.values(streams.StreamsService).map(({ path }) => path),
)

const headerRequired =
  (header: string, secret: string): ServerInterceptor =>
  ({ path }, call) => {
    if (!protectedPaths.has(path)) return new ServerInterceptingCall(call)
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, pass) => {
            if (areEqualSecrets(given(metadata, header), secret)) pass(metadata)
            else call.sendStatus({ code: status.UNAUTHENTICATED, details: `wrong ${header}` })
          },
        }),
    })
  }

const given = (metadata: Metadata, header: string) => String(metadata.get(header)[0] ?? '')
