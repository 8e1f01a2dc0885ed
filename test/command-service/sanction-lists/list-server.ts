import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { closeServer } from '#kernel/platform/process/metrics.ts'

/** A place where lists are published; its answer can be changed, and its requests are kept. */
export async function listServerForThisTest(answer: RequestListener) {
  const requests: { readonly url: string; readonly headers: IncomingHttpHeaders }[] = []
  let current = answer
  const server = createServer((request, response) => {
    requests.push({ url: request.url ?? '', headers: request.headers })
    current(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => closeServer(server))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${portOf(address)}/list.csv`,
    requests,
    answerWith: (next: RequestListener) => {
      current = next
    },
  }
}

const portOf = (address: AddressInfo | string | null) =>
  typeof address === 'object' && address !== null ? address.port : 0

/** Answers with a content, and with 304 to who has it already. */
export const publishing =
  (content: string | Buffer, etag = '"1"'): RequestListener =>
  (request, response) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
    else response.writeHead(200, { etag, 'content-type': 'text/csv' }).end(content)
  }
