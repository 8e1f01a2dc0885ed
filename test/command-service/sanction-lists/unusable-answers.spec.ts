import type { RequestListener, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sourceStatesIn } from '#command/sanction-lists/sources/source-states.ts'
import { updateList } from '#command/sanction-lists/sources/update-list.ts'
import { systemForThisFile } from '#test/support/operator.ts'
import { listOf } from '#test/support/sanction-lists.ts'
import { listServerForThisTest, publishing } from './list-server.ts'
import { persons, statusOf, updating } from './updates.ts'

const system = systemForThisFile()

type Answer = readonly [string, RequestListener, RegExp]

const privateAddresses = [
  'https://169.254.169.254/latest',
  'https://127.0.0.1:1/list',
  'https://localhost:1/list',
  'https://[::1]:1/list',
  'https://[::ffff:127.0.0.1]:1/list',
  'https://[::ffff:a9fe:a9fe]/latest',
  'https://[64:ff9b::a9fe:a9fe]/latest',
  'https://[fd00:ec2::254]/latest',
  'https://10.0.0.1/list',
  'https://0x7f.1:1/list',
  'https://2130706433:1/list',
  'https://0.0.0.0:1/list',
]

/** As a server of HTTP/1.0 sends what it does not know the length of. */
function cutOff(response: ServerResponse, content: string) {
  response.useChunkedEncodingByDefault = false
  response.removeHeader('transfer-encoding')
  response.writeHead(200, { connection: 'close' })
  response.end(content)
}

const answers: readonly Answer[] = [
  [
    'a switch of protocols',
    (_, response) =>
      response.socket?.write(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
      ),
    /answers 101/,
  ],
  ['500', (_, response) => response.writeHead(500).end(), /answers 500/],
  ['304 unasked', (_, response) => response.writeHead(304).end(), /answers 304/],
  [
    'a page',
    (_, response) => response.writeHead(200).end('<!doctype html><html><body>Bakım</body></html>'),
    /answers with what is no list/,
  ],
  ['nothing', (_, response) => response.writeHead(200).end(), /is empty/],
  ['a list without entries', publishing(listOf(), 'none'), /without entries/],
  [
    'far fewer entries',
    publishing(persons(14, 'Az'), 'few'),
    /has 14 entries, and the version in use 20/,
  ],
  [
    'far fewer names, where an element was renamed',
    publishing(persons(20, 'Sağlam').replaceAll('aliases', 'other_names'), 'renamed'),
    /has 20 names, and the version in use 40/,
  ],
  [
    'rows that cannot be read',
    publishing(`${persons(30, 'Satır')}\n"x","Person",""`, 'bad'),
    /has 1 rows that cannot be read/,
  ],
  [
    'a list that is cut off',
    (_, response) => {
      response.writeHead(200, { 'content-length': '100000' })
      response.write(persons(30), () => response.destroy())
    },
    /its answer broke off/,
  ],
  [
    'a packed list that is cut off',
    (_, response) => {
      response.writeHead(200).end(gzipSync(persons(30)).subarray(0, 200))
    },
    /cannot be unpacked/,
  ],
  [
    'names that are not found',
    publishing(`${persons(30, 'Bulunmaz')}\n"x","Person","???","","","","","",""`, 'missed'),
    /has names or numbers that are not found in it/,
  ],
  [
    'a list that says neither its length nor its end, and breaks off',
    (_, response) => cutOff(response, `${persons(2_000, 'Yarım')}\n"x","Person"`),
    /may have been cut off: its last row is line 2002: row: has 2 cells/,
  ],
  [
    'a list that changes while it is sent',
    (_, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write(persons(5), () => response.destroy())
    },
    /its answer broke off/,
  ],
  [
    'more than can be taken',
    (_, response) => response.writeHead(200, { 'content-length': String(2 ** 40) }).end('x'),
    /has more than 536870912 bytes/,
  ],
  [
    'another compression',
    (_, response) => response.writeHead(200, { 'content-encoding': 'br' }).end('x'),
    /compression that was not asked for/,
  ],
  ...privateAddresses.map(
    (location) =>
      [
        `a redirection to ${location}`,
        (_, response) => response.writeHead(302, { location }).end(),
        /redirects to an address of a private network/,
      ] as const satisfies Answer,
  ),
  [
    'a redirection without TLS',
    (_, response) => response.writeHead(301, { location: 'http://169.254.169.254/' }).end(),
    /redirects elsewhere without TLS/,
  ],
  [
    'a redirection to itself',
    (request, response) => response.writeHead(302, { location: request.url ?? '' }).end(),
    /redirects more than 3 times/,
  ],
  ['a redirection to no address', (_, response) => response.writeHead(302).end(), /redirects/],
]

test.each(answers)('%s changes nothing, and is said', async (_, answer, said) => {
  const good = await listServerForThisTest(publishing(persons(20, 'Sağlam')))
  expect(await updating(system(), `wanted=${good.url}`)).toMatchObject({ exitCode: 0 })
  const before = await statusOf(system(), 'wanted')
  const server = await listServerForThisTest(answer)
  const address = server.url.replace('//', '//kullanici:gizli-parola@')
  const { stdout, stderr, exitCode } = await updating(
    system(),
    `wanted=${address}?token=gizli-anahtar`,
  )
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 })
  expect(stderr).toMatch(said)
  expect(stderr).toContain(`wanted: ${server.url}`)
  expect(stderr).not.toMatch(/gizli|\n {4}at /)
  expect(server.requests[0]?.headers.authorization).toMatch(/^Basic /)
  const after = await statusOf(system(), 'wanted')
  expect(after).toMatchObject({ failure: expect.stringMatching(said) })
  expect(after).toMatchObject({ version: Reflect.get(Object(before), 'version'), entries: 20 })
})

test.each([
  ['a slow one', { silenceMs: 100 }, /is silent for 0.1 s/],
  ['one that never ends', { totalMs: 300 }, /takes too long/],
  ['a huge one', { bytes: 10_000 }, /has more than 10000 bytes/],
])('%s is given up', async (_, limits, said) => {
  const server = await listServerForThisTest((_request, response) => {
    response.writeHead(200).write(persons(400))
    const more = setInterval(() => response.write('x'), 'totalMs' in limits ? 20 : 60_000)
    response.on('close', () => clearInterval(more))
  })
  const usual = { bytes: 1_000_000, totalMs: 60_000, silenceMs: 60_000 }
  const update = await updateList(
    {
      system: system(),
      states: await sourceStatesIn(system().pool),
      tell: () => undefined,
      signal: new AbortController().signal,
      limits: { ...usual, ...limits },
    },
    { list: 'pep', url: server.url },
  )
  expect(update).toMatchObject({
    outcome: 'failed',
    failure: { message: expect.stringMatching(said) },
  })
})

test('a packed list that unpacks to more than allowed is given up', async () => {
  const bomb = gzipSync(Buffer.alloc(5_000_000))
  const server = await listServerForThisTest((_, response) => response.writeHead(200).end(bomb))
  const update = await updateList(
    {
      system: system(),
      states: await sourceStatesIn(system().pool),
      tell: () => undefined,
      signal: new AbortController().signal,
      limits: { bytes: 1_000_000, totalMs: 60_000, silenceMs: 60_000 },
    },
    { list: 'pep', url: server.url },
  )
  expect(update).toMatchObject({ outcome: 'failed', failure: { reason: 'size' } })
})
