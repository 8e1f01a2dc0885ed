import {
  type Metadata,
  ServerInterceptingCall,
  type ServerInterceptor,
  status,
} from '@grpc/grpc-js'
import { streamServices } from '#kernel/platform/event-store/store-protocol.ts'
import { areEqualSecrets } from '#kernel/platform/http/equal-secrets.ts'

/** The credentials that a client needs to use the log. */
export interface Access {
  /**
   * As its `connectionName`: on a plain channel the official client drops credentials, but sends
   * that name with every call.
   */
  readonly token: string | null
  /** One of them as its credentials, which the official client sends over TLS only. */
  readonly users: (() => readonly User[]) | null
  /** Whether an administrator's ACL lets it write a stream; a test narrows it. */
  readonly mayWrite: (stream: string) => boolean
  /** The same for reading; `$all` is the whole log. */
  readonly mayRead: (stream: string) => boolean
}

export const openToAll: Access = {
  token: null,
  users: null,
  mayWrite: () => true,
  mayRead: () => true,
}

export interface User {
  readonly name: string
  readonly password: string
}

/** Answers UNAUTHENTICATED to calls for the log without the required credentials. */
export function accessRequired({ token, users }: Access): ServerInterceptor[] {
  const required: ServerInterceptor[] = []
  if (token !== null) required.push(headerRequired('connection-name', () => [token]))
  if (users !== null) {
    required.push(headerRequired('authorization', () => users().map(basic)))
  }
  return required
}

const basic = ({ name, password }: User) =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`

const protectedPaths: ReadonlySet<string> = new Set(
  Object.values(streamServices.StreamsService).map(({ path }) => path),
)

const headerRequired =
  (header: string, accepted: () => readonly string[]): ServerInterceptor =>
  ({ path }, call) => {
    if (!protectedPaths.has(path)) return new ServerInterceptingCall(call)
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, pass) => {
            const brought = given(metadata, header)
            if (accepted().some((secret) => areEqualSecrets(brought, secret))) pass(metadata)
            else call.sendStatus({ code: status.UNAUTHENTICATED, details: `wrong ${header}` })
          },
        }),
    })
  }

const given = (metadata: Metadata, header: string) => String(metadata.get(header)[0] ?? '')
