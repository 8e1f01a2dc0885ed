import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { freePort } from '#stack/free-port.ts'
import { systemForThisFile as operatorSystem } from '#test/support/operator.ts'
import { check, namesIn, PERSON } from '#test/support/sanction-checks.ts'
import { importList, listOf } from '#test/support/sanction-lists.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { listServerForThisTest, publishing } from './list-server.ts'
import { persons, statusOf, updating } from './updates.ts'

/** What public reports name, by the commands; docs/testing.md has their numbers. */
const system = systemForThisFile()
const updated = operatorSystem()

const openSanctions = (name: string) => listOf({ id: '1', name })
const masak = (name: string) => `Sıra No;ADI SOYADI-ÜNVANI;UYRUĞU\r\n1;"${name}";T.C.\r\n`
const un = (xml: string) =>
  `<CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID>${xml}</INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>`
const first = (text: string) => `<FIRST_NAME>${text}</FIRST_NAME>`
const alias = (text: string) =>
  `<INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>${text}</ALIAS_NAME></INDIVIDUAL_ALIAS>`

test.each([
  ['names with HTML entities', openSanctions('Ali O&#39;Kurmaca'), "Ali O'Kurmaca"],
  ['names with HTML entities', masak('Kurmaca &amp; Örnek Ltd. Şti.'), 'Kurmaca & Örnek Ltd. Şti.'],
  ['the parts of a name numbered', masak('1: AMİR 2: ALİ 3: KURMACA 4: na'), 'Amir Ali Kurmaca'],
  [
    'the parts of a name numbered',
    un(first('x') + alias('1: AMIR 2: ALI 3: KURMACA 4: na')),
    'Amir Ali Kurmaca',
  ],
  [
    'names after “alias”',
    openSanctions('KURMACA ALI alias ÖRNEK VELİ alias BİRİ CAN (BC)'),
    'Veli Örnek',
  ],
  ['numbered names', masak('1- Ali Kurmaca 2- Veli Örnek'), 'Veli Örnek'],
  ['an entry without an alias', un(first('Ali Kurmaca')), 'Ali Kurmaca'],
  ['an empty alias', un(first('Ali Kurmaca') + alias('')), 'Ali Kurmaca'],
  ['a name with an invisible letter', openSanctions('Ali\u200C Kurmaca\u200B'), 'Ali Kurmaca'],
  ['a name that ends in “alias”', openSanctions('KURMACA ALI alias: '), 'Ali Kurmaca'],
  ['a slash between scripts', openSanctions('Kurmaca Ali / Курмаджа Али'), 'Ali Kurmaca'],
])('%s is found', async (_, file, name) => {
  const { api } = await newDealer(system, { lines: [] })
  const imported = await importList(system, 'wanted', file)
  expect([imported.exitCode, imported.stderr]).toEqual([0, expect.stringMatching(/: all found\n$/)])
  expect(namesIn(await check(api, { fullName: name })).wanted).toHaveLength(1)
})

test.each([
  ['OpenSanctions', listOf({ id: '1', name: 'Biri', aliases: '"Kurgu Ali; Kurmaca Veli"' })],
  ['the United Nations', un(first('Biri') + alias('Kurgu Ali; Kurmaca Veli'))],
])('an alias of %s with a semicolon is shown as one, and found by its parts', async (_, file) => {
  const { api } = await newDealer(system, { lines: [] })
  expect(await importList(system, 'wanted', file)).toMatchObject({ exitCode: 0 })
  for (const fullName of ['Kurgu Ali', 'Kurmaca Veli', 'Kurgu Ali; Kurmaca Veli']) {
    const { matches } = await check(api, { fullName })
    expect(matches.wanted).toMatchObject([
      { aliases: ['Kurgu Ali; Kurmaca Veli'], matchedName: fullName },
    ])
  }
})

test('an alias is found beside a number that nobody on the list has', async () => {
  const { api } = await newDealer(system, { lines: [] })
  await importList(system, 'wanted', listOf({ id: '1', name: 'Biri', aliases: 'Takma Hayalci' }))
  const found = await check(api, { fullName: 'Takma Hayalci', idNo: PERSON })
  expect(namesIn(found).wanted).toEqual(['Biri'])
})

test('two entries with one number are both found', async () => {
  const { api } = await newDealer(system, { lines: [] })
  const file = un(
    `${first('Ali Kurmaca')}</INDIVIDUAL>\n<INDIVIDUAL><DATAID>1</DATAID>${first('Veli Örnek')}`,
  )
  const { exitCode, stderr } = await importList(system, 'wanted', file)
  expect([exitCode, stderr]).toEqual([
    0,
    expect.stringContaining('warning: line 2: DATAID: stands in line 1 already'),
  ])
  for (const fullName of ['Ali Kurmaca', 'Veli Örnek']) {
    expect(namesIn(await check(api, { fullName })).wanted).toEqual([fullName])
  }
})

test('elements that were renamed are told', async () => {
  const file = un(`${first('Ali Kurmaca')}<ALIAS-PSEUDONYME>Takma Kurgu</ALIAS-PSEUDONYME>`)
  const { stderr } = await importList(system, 'wanted', file)
  expect(stderr).toContain('warning: line 1: ALIAS-PSEUDONYME: is an element that is not known')
})

const answers: readonly (readonly [string, RequestListener, RegExp])[] = [
  ['a firewall that refuses us', (_, response) => response.writeHead(403).end(), /answers 403/],
  ['an address that was retired', (_, response) => response.writeHead(404).end(), /answers 404/],
  [
    'a page with status 200 instead of the list',
    (_, response) =>
      response.writeHead(200).end('\n<!-- x --><!DOCTYPE html><html>EU Login</html>'),
    /is a web page/,
  ],
  [
    'a fourth of the entries gone for a day',
    publishing(persons(515, 'Liste'), '"2"'),
    /has 515 entries, and the version in use 686/,
  ],
  [
    'the recent changes instead of the list',
    publishing(persons(9, 'Liste'), '"3"'),
    /has 9 entries, and the version in use 686/,
  ],
  [
    'an answer that breaks off after two megabytes',
    (_, response) => {
      response.writeHead(200, { 'content-length': '9000000' })
      response.write(Buffer.alloc(1_998_433, persons(686, 'Liste')), () => response.destroy())
    },
    /its answer broke off/,
  ],
]

test.each(answers)('%s leaves the version in use', async (_, answer, said) => {
  const server = await listServerForThisTest(publishing(persons(686, 'Liste')))
  await updating(updated(), `masak=${server.url}`)
  server.answerWith(answer)
  const { stderr, exitCode } = await updating(updated(), `masak=${server.url}`)
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(said)])
  expect(await statusOf(updated(), 'masak')).toMatchObject({
    entries: 686,
    failure: expect.stringMatching(said),
  })
})

test('a source that cannot be reached ends nothing', async () => {
  const { stderr, exitCode } = await updating(
    updated(),
    `pep=http://127.0.0.1:${await freePort()}/`,
  )
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/cannot be reached.*ECONNREFUSED/)])
})

test('a proxy that marks its tags with -gzip, and never knows them again, changes nothing', async () => {
  const server = await listServerForThisTest((_, response) => {
    response.writeHead(200, { etag: '"1-gzip"' }).end(persons(686, 'Liste'))
  })
  await updating(updated(), `masak=${server.url}`)
  const again = await updating(updated(), `masak=${server.url}`)
  expect(JSON.parse(again.stdout)).toMatchObject({ rows: 686, unchanged: true })
  expect(server.requests[1]?.headers['if-none-match']).toBe('"1-gzip"')
})
