import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createSecureServer } from 'node:http2'
import { join } from 'node:path'
import gossip from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import messages from '@eventstore/db-client/generated/gossip_pb.js'
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { Metadata, Server, ServerCredentials, status } from '@grpc/grpc-js'
import { expect, onTestFinished, test } from 'vitest'
import { diagnose } from '#kernel/platform/event-store/diagnose.ts'
import { freePort } from '#stack/free-port.ts'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

test('a store that answers has no finding', async () => {
  const { url } = await eventStoreNodeForThisTest()
  expect(await diagnose(url)).toBeUndefined()
})

test('nothing listens', async () => {
  const port = await freePort()
  expect(await diagnose(`esdb://127.0.0.1:${port}?tls=false`)).toBe(
    `no server answers at 127.0.0.1:${port} (ECONNREFUSED)`,
  )
})

test.each([
  [status.UNAUTHENTICATED, 'wrong user, password or token'],
  [status.PERMISSION_DENIED, 'the user has no right to read $all'],
])('refused with status %i', async (code, reason) => {
  const port = await storeThatRefuses(code)
  const said = await diagnose(`esdb://auditor:secret-word@127.0.0.1:${port}?tls=false`)
  expect(said).toContain(reason)
  expect(said).not.toContain('secret-word')
})

test('TLS at one end only', async () => {
  const node = await eventStoreNodeForThisTest()
  const plain = node.url.replace(/\?.*$/, '')
  expect(await diagnose(plain)).toMatch(/does not speak TLS: add tls=false/)
  const port = await tlsServer()
  expect(await diagnose(`esdb://127.0.0.1:${port}?tls=false`)).toBe(
    `127.0.0.1:${port} speaks TLS, but the URL says tls=false`,
  )
})

test('an unknown certificate authority', async () => {
  const port = await tlsServer()
  expect(await diagnose(`esdb://127.0.0.1:${port}`)).toMatch(
    /^the certificate of 127\.0\.0\.1:\d+ is not trusted \(\w*SELF_SIGNED\w*\): name its authority/,
  )
})

test('a cluster without a leader', async () => {
  const port = await clusterWithoutLeader()
  expect(await diagnose(`esdb://127.0.0.1:${port},127.0.0.1:${port}?tls=false`)).toMatch(
    /^the cluster has no leader/,
  )
})

test('a certificate that has expired, or is for another name', async () => {
  const expired = await trustedTlsServer({ days: '-1', names: 'IP:127.0.0.1' })
  expect(await diagnose(`esdb://127.0.0.1:${expired.port}?tlsCAFile=${expired.authority}`)).toMatch(
    /^the certificate of 127\.0\.0\.1:\d+ expired on .* GMT: renew it on the server$/,
  )
  const other = await trustedTlsServer({ names: 'DNS:store.example' })
  expect(await diagnose(`esdb://127.0.0.1:${other.port}?tlsCAFile=${other.authority}`)).toMatch(
    /is for other names \(store\.example\): use one of them in the URL/,
  )
})

test('an advertised name that is known in the network of the server only', async () => {
  const port = await clusterThatAdvertises('node-1.store.invalid')
  expect(await diagnose(`esdb://127.0.0.1:${port},127.0.0.1:${port}?tls=false`)).toMatch(
    /^advertised address node-1\.store\.invalid:2113: its name cannot be resolved here: .*AdvertiseHostToClientAs/,
  )
})

async function clusterThatAdvertises(name: string): Promise<number> {
  const member = new messages.MemberInfo()
    .setIsAlive(true)
    .setState(messages.MemberInfo.VNodeState.LEADER)
    .setHttpEndPoint(new messages.EndPoint().setAddress(name).setPort(2113))
  return clusterOf([member])
}

async function storeThatRefuses(code: status): Promise<number> {
  const server = new Server()
  server.addService(streams.StreamsService, {
    read: (call: { emit: (event: 'error', error: object) => void }) =>
      call.emit('error', { code, details: 'refused', metadata: new Metadata() }),
  })
  return served(server)
}

const clusterWithoutLeader = () => clusterOf([])

async function clusterOf(members: messages.MemberInfo[]): Promise<number> {
  const server = new Server()
  server.addService(gossip.GossipService, {
    read: (_call: unknown, answer: (error: null, info: messages.ClusterInfo) => void) =>
      answer(null, new messages.ClusterInfo().setMembersList(members)),
  })
  return served(server)
}

function served(server: Server): Promise<number> {
  onTestFinished(() => server.forceShutdown())
  return new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
      error === null ? resolve(port) : reject(error),
    )
  })
}

const openssl = (parameters: readonly string[]) =>
  execFileSync('openssl', parameters, { stdio: 'ignore' })

interface Certificate {
  readonly days?: string
  readonly names?: string
}

/** With a certificate that it has signed itself. */
async function tlsServer(certificate: Certificate = {}): Promise<number> {
  return (await trustedTlsServer(certificate)).port
}

/** The same, and the file of the certificate: who trusts it trusts the server. */
async function trustedTlsServer({ days = '1', names = 'DNS:store' }: Certificate) {
  const folder = await temporaryFolder('certificate')
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const [request, extension] = [join(folder, 'request.pem'), join(folder, 'extension.txt')]
  writeFileSync(extension, `subjectAltName=${names}\n`)
  const asked = ['req', '-new', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=store']
  openssl([...asked, '-keyout', key, '-out', request])
  const made = ['x509', '-req', '-in', request, '-signkey', key, '-days', days]
  openssl([...made, '-extfile', extension, '-out', certificate])
  const server = createSecureServer({ key: readFileSync(key), cert: readFileSync(certificate) })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { port, authority: certificate }
}
