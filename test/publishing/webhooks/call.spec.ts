import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { callWebhook } from '#publishing/webhooks/sending/call.ts'

async function listening(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return address.port
}

const calling = (url: string, timeoutMs = 5_000) =>
  callWebhook({
    url: new URL(url),
    at: { address: '127.0.0.1', family: 4 },
    headers: { 'webhook-id': 'one' },
    body: '{}',
    signal: new AbortController().signal,
    timeoutMs,
  })

test('the call goes to the address that was checked, with the name as its host', async () => {
  const hosts: (string | undefined)[] = []
  const port = await listening((request, response) => {
    hosts.push(request.headers.host)
    response.end()
  })

  // The name itself leads nowhere.
  expect(await calling(`http://hooks.invalid:${port}/`)).toEqual({ kind: 'answered', status: 200 })
  expect(hosts).toEqual([`hooks.invalid:${port}`])
})

test('no redirection is followed', async () => {
  const paths: (string | undefined)[] = []
  const port = await listening((request, response) => {
    paths.push(request.url)
    response.writeHead(307, { location: '/elsewhere' }).end()
  })

  expect(await calling(`http://hooks.invalid:${port}/`)).toEqual({ kind: 'answered', status: 307 })
  expect(paths).toEqual(['/'])
})

test('of an answer without end, 64 KiB are read', async () => {
  const port = await listening((_request, response) => {
    const more = () => {
      while (response.write('x'.repeat(16_384)));
    }
    response.on('drain', more)
    more()
  })

  expect(await calling(`http://hooks.invalid:${port}/`)).toEqual({ kind: 'answered', status: 200 })
})

test('an answer that does not come, or does not end, is waited for so long and no longer', async () => {
  const silent = await listening(() => undefined)
  const trickling = await listening((_request, response) => void response.write('x'))

  for (const port of [silent, trickling]) {
    expect(await calling(`http://hooks.invalid:${port}/`, 100)).toEqual({
      kind: 'failed',
      reason: 'timeout',
    })
  }
})
