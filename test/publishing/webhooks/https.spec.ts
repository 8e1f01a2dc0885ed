import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { logPosition } from '#kernel/platform/event-store/log-position.ts'
import { attempt } from '#publishing/webhooks/sending/attempt.ts'
import { madeCertificates } from '#test/support/certificates.ts'

const HOST = 'hooks.invalid'

let certificates: Awaited<ReturnType<typeof madeCertificates>>
beforeAll(async () => {
  certificates = await madeCertificates(HOST)
  return certificates.remove
})

/** A receiver with a certificate for its name, at an address that only a resolver of ours gives. */
async function receiverWithCertificate() {
  const { identity, authority } = certificates
  const hosts: (string | undefined)[] = []
  const server = createServer(
    { cert: identity.certificate, key: identity.key },
    (request, response) => {
      hosts.push(request.headers.host)
      response.writeHead(200).end()
    },
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return { port: address.port, authority: await readFile(authority, 'utf8'), hosts }
}

/** For the running test. */
function trust(authority: string) {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, authority])
  onTestFinished(() => setDefaultCACertificates(before))
}

async function attemptAt(url: string) {
  const endpoint = {
    id: '1',
    revision: 0n,
    companyId: '1',
    url,
    eventTypes: [],
    isEnabled: true,
    isGivenUp: false,
  }
  const due = {
    endpointId: '1',
    position: logPosition(1n),
    webhookId: 'one',
    record: 'customer 1',
    type: 'sarraf.customer.CustomerRecorded.v1',
    body: '{}',
    attempts: 0,
  }
  const asked: string[] = []
  const outcome = await attempt({ ...endpoint, secrets: ['c2VjcmV0'] }, due, {
    allowPrivate: true,
    signal: new AbortController().signal,
    async resolve(name) {
      asked.push(name)
      // Whoever asks again is led elsewhere.
      return asked.length === 1 ? ['127.0.0.1'] : ['127.0.0.2']
    },
  })
  return { ...outcome, asked }
}

test('a call goes to a receiver whose certificate is trusted, at the one address that was asked for', async () => {
  const { port, authority, hosts } = await receiverWithCertificate()
  trust(authority)

  expect(await attemptAt(`https://${HOST}:${port}/`)).toEqual({
    outcome: 'delivered',
    status: 200,
    asked: [HOST],
  })
  expect(hosts).toEqual([`${HOST}:${port}`])
})

test('no call goes to a receiver whose certificate is not trusted', async () => {
  const { port, hosts } = await receiverWithCertificate()

  expect(await attemptAt(`https://${HOST}:${port}/`)).toMatchObject({ outcome: 'connection' })
  expect(hosts).toEqual([])
})

test('no call goes to a receiver whose certificate is for another name', async () => {
  const { port, authority, hosts } = await receiverWithCertificate()
  trust(authority)

  expect(await attemptAt(`https://other.invalid:${port}/`)).toMatchObject({ outcome: 'connection' })
  expect(hosts).toEqual([])
})
