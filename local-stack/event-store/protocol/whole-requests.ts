import type { Http2Session, ServerHttp2Stream } from 'node:http2'
import { ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js'
import {
  BaseServerInterceptingCall,
  type ServerInterceptingCallInterface,
} from '@grpc/grpc-js/build/src/server-interceptors.js'
import { streamServices } from '#kernel/platform/event-store/store-protocol.ts'

/**
 * A client that cancels a call first ends its request and only then sends the cancellation. So half of
 * an append could be written as if it were complete. The server therefore pings the client: a
 * cancellation sent earlier arrives before the answer.
 */
export const wholeRequests: ServerInterceptor = ({ path }, call) => {
  if (
    path !== streamServices.StreamsService.append.path &&
    call instanceof ServerInterceptingCall
  ) {
    return call
  }
  const stream = streamUnder(call)
  const isGivenUp = () => stream?.closed === true || stream?.destroyed === true
  return new ServerInterceptingCall(call, {
    start: (next) =>
      next({
        onReceiveHalfClose: (pass) =>
          afterAnAnswer(stream?.session, () => {
            if (!isGivenUp()) pass()
          }),
      }),
  })
}

function streamUnder(call: ServerInterceptingCallInterface): ServerHttp2Stream | undefined {
  if (call instanceof BaseServerInterceptingCall) return call['stream']
  return call instanceof ServerInterceptingCall ? streamUnder(call['nextCall']) : undefined
}

/** Requests that arrived after the last ping was sent: they need the answer to the next one. */
const askingNext = new WeakMap<Http2Session, (() => void)[]>()

function afterAnAnswer(session: Http2Session | undefined, then: () => void): void {
  if (session === undefined || session.destroyed) return then()
  const others = askingNext.get(session)
  if (others !== undefined) {
    others.push(then)
    return
  }
  const next: (() => void)[] = []
  askingNext.set(session, next)
  session.ping(() => {
    askingNext.delete(session)
    then()
    if (next.length > 0) afterAnAnswer(session, () => next.forEach((each) => each()))
  })
}
