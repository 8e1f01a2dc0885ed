import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Received } from '#test/support/system-contract.ts'

interface Call {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly credentials?: string
  readonly body?: string
}

export type Caller = (call: Call) => Promise<Received & { readonly headers: IncomingHttpHeaders }>

const TIMEOUT_MS = 30_000

/**
 * Calls one address as the demo company, there by another name if one is given. The certificate of a test
 * is nobody's that we know.
 */
export function callerAt(address: string, host?: string): Caller {
  const open = address.startsWith('https:') ? requestHttps : requestHttp
  return async ({ path, method = 'GET', headers = {}, credentials = 'demo:demo-secret', body }) => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = open(new URL(path, address), {
        method,
        auth: credentials,
        headers: {
          ...(host !== undefined && { host }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(host !== undefined && { servername: host }),
        rejectUnauthorized: false,
        timeout: TIMEOUT_MS,
      })
      request.once('response', resolve).once('error', reject)
      request.once('timeout', () => request.destroy(new Error(`${path}: no answer`)))
      request.end(body)
    })
    const raw = await buffer(response)
    const isZipped = response.headers['content-encoding'] === 'gzip'
    const text = String(isZipped ? gunzipSync(raw) : raw)
    const isJson = response.headers['content-type']?.startsWith('application/json') === true
    const requestId = response.headers['x-request-id']
    return {
      method,
      path,
      status: response.statusCode ?? 0,
      headers: response.headers,
      requestId: typeof requestId === 'string' ? requestId : undefined,
      body: isJson ? JSON.parse(text) : text,
    }
  }
}

/** What a voucher gets whose head is whole, and followed by `rest` alone: one answer, after which the connection is cut. */
export async function answerToPost(port: number, rest: string) {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST /v1/expenses HTTP/1.1\r\nhost: localhost\r\nauthorization: Basic ${btoa('demo:demo-secret')}\r\n` +
      `content-type: application/json\r\n${rest}`,
  )
  let answer = ''
  for await (const chunk of socket) {
    answer += String(chunk)
    if (answer.endsWith('}')) break
  }
  socket.destroy()
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const { error } = Refusal.Parse(JSON.parse(body))
  return { status: Number(head.split(' ')[1]), message: error.message }
}

const Refusal = Compile(Type.Object({ error: Type.Object({ message: Type.String() }) }))
