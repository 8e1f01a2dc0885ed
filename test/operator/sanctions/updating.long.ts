import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { updatesUnderLease } from '#command/sanction-lists/sources/update-lists.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { type SystemUnderTest, systemForThisFile } from '#test/support/operator.ts'
import { importList, listOf } from '#test/support/sanction-lists.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import {
  listServerForThisTest,
  publishing,
} from '../../command-service/sanction-lists/list-server.ts'
import { persons, statusOf, updating } from '../../command-service/sanction-lists/updates.ts'
import { operatorProcess, startOperator, variablesOf } from '../command-line.ts'

const system = systemForThisFile()
const addressesOf = ({ vaultKey, ...addresses }: SystemUnderTest) => ({
  ...addresses,
  vaultKey: vaultKey.toString('hex'),
})
const said = (stdout: string): unknown => JSON.parse(stdout)

test('a list is fetched as a process, and asked for news alone from then on', async () => {
  const server = await listServerForThisTest(publishing(persons(30)))
  const environment = { ...variablesOf(system()), SANCTION_SOURCES: `masak=${server.url}` }
  const first = await operatorProcess(['sanctions', 'update'], environment)
  expect([first.exitCode, first.stderr]).toEqual([
    0,
    'masak: 30 entries, 60 names, 0 numbers: all found\n',
  ])
  expect(said(first.stdout)).toMatchObject({ list: 'masak', rows: 30, unchanged: false })
  const second = await operatorProcess(['sanctions', 'update'], environment)
  expect([second.stderr, said(second.stdout)]).toEqual([
    '',
    expect.objectContaining({ rows: 30, unchanged: true }),
  ])
  expect(server.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"'])
  server.answerWith(publishing(persons(31), '"2"'))
  const third = await updating(system(), `masak=${server.url}`)
  expect(said(third.stdout)).toMatchObject({ rows: 31, unchanged: false })
  expect(await statusOf(system(), 'masak', `masak=${server.url}?token=secret`)).toMatchObject({
    entries: 31,
    ageHours: 0,
    source: server.url,
    failure: null,
  })
})

test('a source that knows dates alone is asked with its own date', async () => {
  const date = 'Wed, 25 Nov 2026 10:00:00 GMT'
  const server = await listServerForThisTest((request, response) => {
    if (request.headers['if-modified-since'] === date) response.writeHead(304).end()
    else response.writeHead(200, { 'last-modified': date }).end(persons(12, 'Tarih'))
  })
  const first = await updating(system(), `wanted=${server.url}`)
  const second = await updating(system(), `wanted=${server.url}`)
  expect([said(first.stdout), said(second.stdout)]).toMatchObject([
    { rows: 12, unchanged: false },
    { rows: 12, unchanged: true },
  ])
  expect(server.requests.map(({ headers }) => headers['if-modified-since'])).toEqual([
    undefined,
    date,
  ])
})

test('once a day the whole list is asked for, whatever the source says', async () => {
  const server = await listServerForThisTest(publishing(persons(11, 'Gün')))
  await importList(addressesOf(system()), 'pep', persons(11, 'Gün'))
  await updating(system(), `pep=${server.url}`)
  // From now on it says that nothing changes, although it has.
  server.answerWith((request, response) => {
    if (request.headers['if-none-match'] === undefined) response.end(persons(12, 'Gün'))
    else response.writeHead(304).end()
  })
  expect(said((await updating(system(), `pep=${server.url}`)).stdout)).toMatchObject({ rows: 11 })
  await system().pool.query(
    `update command.sanction_list_source set sent_at = now() - interval '24 hours'`,
  )
  expect(said((await updating(system(), `pep=${server.url}`)).stdout)).toMatchObject({ rows: 12 })
})

test('after an import by hand the source is asked for everything again', async () => {
  const server = await listServerForThisTest(publishing(persons(10, 'Kaynak')))
  await updating(system(), `pep=${server.url}`)
  await importList(addressesOf(system()), 'pep', persons(9, 'Elle'))
  expect(await statusOf(system(), 'pep')).toMatchObject({ entries: 9 })
  const again = await updating(system(), `pep=${server.url}`)
  expect(said(again.stdout)).toMatchObject({ rows: 10, unchanged: false })
  expect(server.requests[1]?.headers['if-none-match']).toBe(undefined)
})

test('what a source sends does not replace what was imported by hand while it was asked', async () => {
  const server = await listServerForThisTest(publishing(persons(10, 'Kaynak')))
  await updating(system(), `pep=${server.url}`)
  server.answerWith((_, response) => {
    const byHand = importList(addressesOf(system()), 'pep', persons(40, 'Elle'))
    void byHand.then(() => response.end(persons(11, 'Kaynak')))
  })
  const overtaken = await updating(system(), `pep=${server.url}`)
  expect(overtaken.exitCode).toBe(1)
  expect(await statusOf(system(), 'pep')).toMatchObject({ entries: 40 })
  server.answerWith(publishing(persons(11, 'Kaynak')))
  expect((await updating(system(), `pep=${server.url}`)).stderr).toContain(
    'has 11 entries, and the version in use 40',
  )
})

test('a short list may lose an entry', async () => {
  const names = ['Bir', 'İki', 'Üç'].map((name) => ({ id: name, name: `${name} Uydurma` }))
  const server = await listServerForThisTest(publishing(listOf(...names.slice(1))))
  await importList(addressesOf(system()), 'pep', listOf(...names))
  expect(said((await updating(system(), `pep=${server.url}`)).stdout)).toMatchObject({ rows: 2 })
})

test('a packed list is unpacked, however it is sent', async () => {
  const packed = gzipSync(persons(20, 'Paket'))
  const server = await listServerForThisTest((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
  })
  const encoded = await updating(system(), `pep=${server.url}`)
  expect(said(encoded.stdout)).toMatchObject({ rows: 20, unchanged: false })
  server.answerWith((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(packed))
  })
  const twice = await updating(system(), `pep=${server.url}`)
  expect(said(twice.stdout)).toMatchObject({ rows: 20, unchanged: true })
})

test('the sources of a running system are those that it was started with', async () => {
  const server = await listServerForThisTest(publishing(persons(15, 'Yığın')))
  const { databases, eventStoreUrl, vaultKey } = system()
  const folder = await temporaryFolder('operator')
  const sanctionSources = [{ list: 'wanted', url: server.url }]
  await writeFile(
    join(folder, 'stack.json'),
    JSON.stringify({ databases, eventStoreUrl, pids: {}, sanctionSources }),
  )
  await writeFile(join(folder, 'vault.key'), `${vaultKey.toString('hex')}\n`)
  const update = await operatorProcess(['sanctions', 'update'], { DATA_DIR: folder })
  expect(said(update.stdout)).toMatchObject({ list: 'wanted', rows: 15 })
  const status = await operatorProcess(['sanctions', 'status'], { DATA_DIR: folder })
  expect(status.stdout).toContain(`"entries":15,"skipped":0`)
  expect(status.stdout).toContain(`"source":"${server.url}"`)
})

test('one process at a time updates the lists, and the command waits for the other one', async () => {
  const server = await listServerForThisTest(publishing(persons(50, 'Sıra'), 'turn'))
  const underLease = await updatesUnderLease(system().pool, silentLogger)
  const environment = { ...variablesOf(system()), SANCTION_SOURCES: `pep=${server.url}` }
  const waiting = await underLease(async () => {
    const command = startOperator(['sanctions', 'update'], environment)
    const told: string[] = []
    const answer = Promise.withResolvers<void>()
    command.stderr.on('data', (chunk) => {
      told.push(String(chunk))
      answer.resolve()
    })
    await answer.promise
    expect(told.join('')).toBe('Another process is updating the lists. Waiting for it.\n')
    expect(server.requests).toEqual([])
    return { command, ended: new Promise<number | null>((done) => void command.on('exit', done)) }
  })
  expect(await waiting?.ended).toBe(0)
  expect(server.requests).toHaveLength(1)
})

test.each([
  ['', 'SANCTION_SOURCES names no address of a list.'],
  [
    'mask=http://127.0.0.1/',
    'SANCTION_SOURCES must name masak, wanted or pep in its source 1, as in masak=URL',
  ],
  [
    'pep=ftp://127.0.0.1/',
    'SANCTION_SOURCES must give pep a URL that starts with https:// or http://',
  ],
  ['pep=http://a/ pep=http://b/', 'SANCTION_SOURCES must not name pep twice'],
])('the sources “%s” are refused in one line', async (sources, fault) => {
  const update = await updating(system(), sources)
  expect(update).toEqual({ stdout: '', stderr: `${fault}\n`, exitCode: 1 })
})
