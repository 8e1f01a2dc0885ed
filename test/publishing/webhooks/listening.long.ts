import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { customerEvents } from '#kernel/events/customer.ts'
import { freePort } from '#stack/free-port.ts'
import { type Dealer, dealerForThisTest } from '#test/projections/dealer.ts'
import { customerRecorded } from '#test/projections/samples.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { tcpProxyForThisFile } from '#test/support/tcp-proxy.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { isSignedBy, receiverForThisTest } from './receiver.ts'

const patience = { timeout: LONGEST_WAIT_MS, interval: 20 }

const record = (dealer: Dealer, customerId: string) =>
  dealer.write(customerEvents, customerId, customerRecorded({ customerId }))

/** The program as a person runs it, against the system that a folder names. */
function listener(folder: string, ...parameters: readonly string[]) {
  const call = ['operator/main.ts', 'webhooks', 'listen', ...parameters]
  const program = spawn(process.execPath, call, { env: { ...process.env, DATA_DIR: folder } })
  onTestFinished(() => void program.kill('SIGKILL'))
  const printed = { out: '', err: '' }
  program.stdout.on('data', (chunk) => {
    printed.out += String(chunk)
  })
  program.stderr.on('data', (chunk) => {
    printed.err += String(chunk)
  })
  return {
    program,
    lines: () => printed.out.split('\n').slice(0, -1),
    said: (words: string) => vi.waitFor(() => expect(printed.err).toContain(words), patience),
  }
}

async function exitCodeAfterCtrlC(program: ChildProcess) {
  const ended = once(program, 'exit')
  program.kill('SIGINT')
  return (await ended)[0]
}

/** A folder in which commands find a dealer's system, at an address of its event store. */
async function folderOf(dealer: Dealer, eventStoreUrl: string) {
  const folder = await temporaryFolder('listen')
  await writeFile(join(folder, 'vault.key'), dealer.vaultKey.toString('hex'))
  const stackFile = join(folder, 'stack.json')
  const runsAt = (url: string) =>
    writeFile(stackFile, JSON.stringify({ databases: dealer.databases, eventStoreUrl: url }))
  await runsAt(eventStoreUrl)
  return { folder, runsAt, hasEnded: () => rm(stackFile) }
}

const subjects = (received: readonly { readonly payload: { readonly subject: string } }[]) =>
  received.map(({ payload }) => payload.subject)

test('events are forwarded in order, signed with the secret that is printed; Ctrl-C ends it well', async () => {
  const dealer = await dealerForThisTest()
  const receiver = await receiverForThisTest()
  const { folder } = await folderOf(dealer, dealer.eventStoreUrl)
  await record(dealer, 'before')
  const { program, lines, said } = listener(folder, '--forward-to', receiver.url)
  await said('signed with')
  const names = Array.from({ length: 20 }, (_, index) => `customer-${index}`)
  for (const name of names) await record(dealer, name)
  await vi.waitFor(() => expect(lines()).toHaveLength(names.length), patience)

  expect(subjects(receiver.received)).toEqual(names)
  expect(lines()[0]).toMatch(
    /^\d{4}-.*Z {2}sarraf\.customer\.CustomerRecorded\.v1 {2}customer customer-0 #0 {2}→ 204 in \d+ ms$/,
  )
  const secret = (await text(listener(folder, '--print-secret').program.stdout)).trim()
  expect(receiver.received.filter((one) => !isSignedBy(secret, one))).toEqual([])
  expect(await exitCodeAfterCtrlC(program)).toBe(0)
})

test('a receiver that is away misses nothing, and one that refuses an event does not hold up the next', async () => {
  const dealer = await dealerForThisTest()
  const { folder } = await folderOf(dealer, dealer.eventStoreUrl)
  const taken: string[] = []
  async function receive(request: IncomingMessage, response: ServerResponse) {
    taken.push(JSON.parse(await text(request)).subject)
    response.writeHead(taken.length === 1 ? 500 : 302, { location: '/elsewhere' }).end()
  }
  const receiver = createServer((...call) => void receive(...call))
  const port = await freePort()

  const forwardTo = ['--forward-to', `http://localhost:${port}/hook`]
  const { lines, said } = listener(folder, ...forwardTo, '--json')
  await said('signed with')
  for (const name of ['first', 'second']) await record(dealer, name)
  await said('no connection')
  receiver.listen(port, '127.0.0.1')
  onTestFinished(() => void receiver.close())
  await vi.waitFor(() => expect(lines()).toHaveLength(2), patience)

  expect(taken).toEqual(['first', 'second'])
  expect(lines().map((line) => JSON.parse(line))).toMatchObject([
    { event: { subject: 'first' }, forwarded: { status: 500, outcome: 'refused' } },
    { event: { subject: 'second' }, forwarded: { status: 302, outcome: 'refused', attempts: 1 } },
  ])
})

test('a system that is started again elsewhere is found, and nothing of the meantime is missed', async () => {
  const dealer = await dealerForThisTest()
  const proxy = await tcpProxyForThisFile(() => dealer.eventStoreUrl.replace(/^esdb/, 'http'))
  const before = dealer.eventStoreUrl.replace(/127\.0\.0\.1:\d+/, new URL(proxy.url).host)
  const { folder, runsAt, hasEnded } = await folderOf(dealer, before)
  const { lines, said, program } = listener(folder, '--events', 'sarraf.customer.*')
  await said('Listening for sarraf.customer.*')
  await record(dealer, 'first')
  await vi.waitFor(() => expect(lines()).toHaveLength(1), patience)

  proxy.disconnect()
  await hasEnded()
  await said('waiting for it')
  await record(dealer, 'second')
  await runsAt(dealer.eventStoreUrl)
  await said('The system is back.')
  await record(dealer, 'third')
  await vi.waitFor(() => expect(lines()).toHaveLength(3), patience)

  expect(lines().map((line) => /customer (\w+) #0/.exec(line)?.[1])).toEqual([
    'first',
    'second',
    'third',
  ])
  expect(await exitCodeAfterCtrlC(program)).toBe(0)
})

test('it says that it listens once it knows from where, so that nothing behind its words is missed', async () => {
  const dealer = await dealerForThisTest()
  const proxy = await tcpProxyForThisFile(() => dealer.eventStoreUrl.replace(/^esdb/, 'http'))
  proxy.disconnect()
  const away = dealer.eventStoreUrl.replace(/127\.0\.0\.1:\d+/, new URL(proxy.url).host)
  const { folder } = await folderOf(dealer, away)
  const { program, said } = listener(folder)
  const errors = text(program.stderr)
  const [exitCode] = await once(program, 'exit')
  expect(exitCode).toBe(1)
  await said('event store')
  expect(await errors).not.toContain('Listening')
})

test('without a system, with a type that does not exist or another kind of address it says so and ends', async () => {
  const nowhere = join(tmpdir(), 'sarraf-nowhere')
  const endOf = async (...parameters: readonly string[]) => {
    const { program, said } = listener(nowhere, ...parameters)
    const [exitCode] = await once(program, 'exit')
    return { exitCode, said }
  }
  const absent = await endOf()
  expect(absent.exitCode).toBe(1)
  await absent.said('No running system')
  const unknown = await endOf('--events', 'sarraf.nothing.*')
  expect(unknown.exitCode).toBe(2)
  await unknown.said('There is no event sarraf.nothing.*')
  expect((await endOf('--forward-to', 'ftp://localhost/')).exitCode).toBe(2)
})
