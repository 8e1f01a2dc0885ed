import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { onTestFinished } from 'vitest'

const Span = Type.Object({
  traceId: Type.String(),
  spanId: Type.String(),
  parentSpanId: Type.Optional(Type.String()),
  name: Type.String(),
})

export type ReceivedSpan = Static<typeof Span> & { readonly service: string }

const Value = Type.Object({ stringValue: Type.Optional(Type.String()) })
const Export = Compile(
  Type.Object({
    resourceSpans: Type.Array(
      Type.Object({
        resource: Type.Object({
          attributes: Type.Array(Type.Object({ key: Type.String(), value: Value })),
        }),
        scopeSpans: Type.Array(Type.Object({ spans: Type.Array(Span) })),
      }),
    ),
  }),
)

/** A receiver of OTLP over HTTP, as a collector is, until the running test ends. */
export async function spanReceiver() {
  const spans: ReceivedSpan[] = []
  let all = ''
  const server = createServer((request, response) => {
    void take(request).finally(() =>
      response.setHeader('content-type', 'application/json').end('{}'),
    )
  })
  async function take(request: IncomingMessage) {
    const body = await text(request)
    all += body
    spans.push(...spansIn(body))
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    spans: (): readonly ReceivedSpan[] => spans,
    /** Everything that has arrived, as it came. */
    text: () => all,
  }
}

const spansIn = (body: string): readonly ReceivedSpan[] =>
  Export.Parse(JSON.parse(body)).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service =
      resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? ''
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service })))
  })
