import { execFileSync, spawn } from 'node:child_process'
import { appendFile, chmod, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, onTestFinished, test } from 'vitest'
import { openSource } from '#kernel/platform/cli/source.ts'
import { encoded } from '#test/support/encoded.ts'
import { ndjson, newDealer } from '#test/support/import-lines.ts'
import { fileForThisTest, systemForThisFile } from '#test/support/operator.ts'
import { listOf } from '#test/support/sanction-lists.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { operator, operatorProcess, variablesOf } from '../command-line.ts'
import { servicesForThisFile } from '../services.ts'

const system = systemForThisFile()

servicesForThisFile(system)

/** What the command says of a version whose names and numbers it has found. */
const PROVED = /all found\n$/

const Imported = Compile(Type.Object({ version: Type.String() }))

/** Every command that is given a file. */
const commands = [['import'], ['sanctions', 'import', '--list', 'masak'], ['sanctions', 'evaluate']]

async function faultOf(parameters: readonly string[], input = '') {
  const { stdout, stderr, exitCode } = await operator(parameters, variablesOf(system()), input)
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 })
  return stderr
}

test.each(commands)('%s … says in one line why a file cannot be read', async (...command) => {
  const folder = await temporaryFolder('operator')
  const [none, empty] = [join(folder, 'none.csv'), join(folder, 'empty')]
  await writeFile(empty, '')
  const faults = {
    [none]: `${none} cannot be read: there is no such file.\n`,
    [`${empty}/in`]: `${empty}/in cannot be read: a part of its path is no folder.\n`,
    [folder]: `${folder} is a folder, not a file.\n`,
    [empty]: `${empty} is empty.\n`,
    '-': 'Standard input is empty.\n',
    '/dev/null': '/dev/null is empty.\n',
    // It can be opened, and then not be read.
    '/proc/self/mem': '/proc/self/mem cannot be read: the device fails.\n',
  }
  for (const [file, said] of Object.entries(faults)) {
    expect(await faultOf([...command, file])).toBe(said)
  }
})

test('a file that this user may not read is named, with the cause', async () => {
  const file = await fileForThisTest('{}')
  await chmod(file, 0o000)
  const isRoot = process.getuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  try {
    expect(await faultOf(['import', file])).toBe(`${file} cannot be read: permission denied.\n`)
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
})

test('a list of many pieces is imported from a path, a pipe and standard input', async () => {
  const many = Array.from({ length: 3_000 }, (_, at) => ({
    id: `${at}`,
    name: `Kişi ${at} Uydurma`,
    sanctions: 'Uydurma karar, uzun uzun anlatılmış '.repeat(50),
  }))
  const content = listOf(...many)
  expect(Buffer.byteLength(content)).toBeGreaterThan(5_000_000)
  const file = await fileForThisTest(content)
  const command = ['sanctions', 'import', '--list', 'pep']
  const first = await operatorProcess([...command, file], variablesOf(system()))
  expect(first).toMatchObject({ stderr: expect.stringMatching(PROVED), exitCode: 0 })
  expect(JSON.parse(first.stdout)).toMatchObject({ rows: 3_000, unchanged: false })
  const pipe = join(await temporaryFolder('operator'), 'pipe')
  execFileSync('mkfifo', [pipe])
  const writing = spawn('cp', ['--', file, pipe])
  onTestFinished(() => void writing.kill())
  const again = [
    await operatorProcess([...command, pipe], variablesOf(system())),
    await operatorProcess([...command, '-'], variablesOf(system()), content),
  ]
  for (const { stdout } of again) {
    expect(JSON.parse(stdout)).toMatchObject({ rows: 3_000, unchanged: true })
  }
})

test.each([
  ['windows-1254', ''],
  ['utf-16le', ''],
  ['utf-16be', '\uFEFF'],
])('a list of many pieces in %s is imported letter by letter', async (encoding, mark) => {
  const names = Array.from({ length: 2_500 }, (_, at) => `Şükrü İğde Çağrıoğlu ${at}`)
  const rows = names.map((name, at) => `${at};${name};;Türkiye`)
  const text = `${mark}Sıra No;ADI SOYADI;TCKN;UYRUĞU\r\n${rows.join('\r\n')}`
  await expectImported(encoded(text, encoding), names)
})

test('XML is imported in the encoding that it declares', async () => {
  const names = Array.from({ length: 2_000 }, (_, at) => `Şükrü İğde Çağrıoğlu ${at}`)
  const entries = names.map(
    (name, at) => `<INDIVIDUAL><DATAID>${at}</DATAID><FIRST_NAME>${name}</FIRST_NAME></INDIVIDUAL>`,
  )
  const text = `<?xml version="1.0" encoding="ISO-8859-9"?>\n<CONSOLIDATED_LIST><INDIVIDUALS>${entries.join('\n')}</INDIVIDUALS></CONSOLIDATED_LIST>`
  await expectImported(encoded(text, 'windows-1254'), names)
})

async function expectImported(content: Buffer, names: readonly string[]) {
  const command = ['sanctions', 'import', '--list', 'masak', await fileForThisTest(content)]
  const { stdout, stderr, exitCode } = await operator(command, variablesOf(system()))
  expect({ stderr, exitCode }).toEqual({ stderr: expect.stringMatching(PROVED), exitCode: 0 })
  const { version } = Imported.Parse(JSON.parse(stdout))
  const { rows } = await system().pool.query(
    `select entry ->> 'name' as name from vault.sanction_list_entry
     where list = 'masak' and version = $1 order by place`,
    [version],
  )
  expect(rows).toEqual(names.map((name) => ({ name })))
}

test('pairs of names are read in the encoding in which a workbook was saved', async () => {
  const file = await fileForThisTest(
    encoded('same;listed;sought\r\nyes;Şükrü İğde;Şükrü İğde\r\n', 'windows-1254'),
  )
  const { stdout } = await operator(['sanctions', 'evaluate', file], variablesOf(system()))
  expect(JSON.parse(stdout)).toMatchObject({ pairs: 1, worst: [] })
})

test('what a broken pipe has cut off is not imported', async () => {
  const dealer = newDealer()
  const lines = ndjson([dealer.company(), dealer.customer()])
  expect(await faultOf(['import', '-'], lines.slice(0, -20))).toBe(
    'line 2: json: is not valid JSON\n',
  )
  const list = listOf({ id: '1', name: 'Biri Uydurma' }, { id: '2', name: 'İkinci Uydurma' })
  const command = ['sanctions', 'import', '--list', 'wanted', '-']
  expect(await faultOf(command, list.slice(0, -4))).toContain('line 3: row: CSV_QUOTE_NOT_CLOSED\n')
  expect(await faultOf(command, list.slice(0, -16))).toContain(
    'line 3: row: has 8 cells where there are 9 columns\n',
  )
})

test('a file that changes while it is read is refused', async () => {
  const file = await fileForThisTest('x'.repeat(30_000_000))
  const over = new AbortController()
  const appending = (async () => {
    while (!over.signal.aborted) await appendFile(file, 'y')
  })()
  await expect(openSource(file, process.stdin)).rejects.toThrow(
    `${file} was changed while it was read.`,
  )
  over.abort()
  await appending
})

test('what becomes of a file once it is read changes nothing', async () => {
  const file = await fileForThisTest('x'.repeat(600_000))
  const source = await openSource(file, process.stdin)
  onTestFinished(source.close)
  const text = async () => Buffer.concat(await Array.fromAsync(source.read())).toString()
  await truncate(file, 300_000)
  expect(await text()).toBe('x'.repeat(600_000))
  await rm(file)
  expect(await text()).toBe('x'.repeat(600_000))
})

test('readers do not disturb one another, wherever they stop', async () => {
  const file = await fileForThisTest('x'.repeat(600_000))
  const source = await openSource(file, process.stdin)
  onTestFinished(source.close)
  const sizes = async () => {
    let size = 0
    for await (const { length } of source.read()) size += length
    return size
  }
  for await (const _ of source.read()) break
  const waiting = source.read()[Symbol.asyncIterator]()
  await waiting.next()
  expect(await Promise.all([sizes(), sizes()])).toEqual([600_000, 600_000])
})
