import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { Type } from 'typebox'
import { expect, onTestFinished, test } from 'vitest'
import { type ExportRequest, exportRecords } from '#query/export/export.ts'
import { invoiceRow } from '#test/query-service/invoices/rows.ts'
import {
  DEALER,
  electronicDraft,
  idOf,
  MOMENT,
  NEIGHBOUR,
  templateRow,
  voucherRow,
} from '#test/query-service/rows.ts'
import { queryServiceForThisFile, read } from '#test/query-service/service.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

const service = queryServiceForThisFile()

const FORMULA = '=HYPERLINK("http://example.org";"a")'

async function exporting(request: Partial<ExportRequest>) {
  const folder = request.folder ?? (await temporaryFolder('export'))
  const report = await exportRecords(service.address('queryUrl'), {
    company: DEALER,
    noun: 'expenses',
    format: 'ndjson',
    since: null,
    includeDeleted: false,
    rowsPerFile: 100_000,
    byteOrderMark: false,
    separator: 'comma',
    progress: () => undefined,
    ...request,
    folder,
  })
  const files = report.files.map((file) => join(folder, file))
  return { ...report, folder, files }
}

const texts = async (files: readonly string[]) =>
  (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('')

const linesOf = async (files: readonly string[]): Promise<readonly unknown[]> =>
  (await texts(files))
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))

const Detail = Type.Object({ data: Type.Record(Type.String(), Type.Unknown()) })

async function detailOf(path: string): Promise<Readonly<Record<string, unknown>>> {
  return read(Detail, (await service.get(path)).body).data
}

const changedAt = (step: number) => ({ updated_at: String(MOMENT + BigInt(step)) })

test('each record is as the API shows it, once, in the order of its last change', async () => {
  await service.add('expense_voucher', [
    voucherRow(1, { ...changedAt(30), amount: '999999999999.99', exchanges: '5312.123456' }),
    voucherRow(2, { ...changedAt(20), ...electronicDraft, id_no: null, name: null }),
    voucherRow(3, { visible: false, lifecycle: 'deleted' }),
    voucherRow(4, { company_id: '6'.repeat(24) }),
  ])
  await service.add('invoice', [invoiceRow(1), invoiceRow(2)])

  const vouchers = await linesOf((await exporting({ since: null })).files)
  const zone = { timeZone: 'Europe/Istanbul' }
  expect(vouchers).toEqual([
    { ...(await detailOf(`/v1/expenses/${idOf(2)}`)), ...zone },
    { ...(await detailOf(`/v1/expenses/${idOf(1)}`)), ...zone },
  ])
  const invoices = await linesOf((await exporting({ noun: 'invoices' })).files)
  expect(invoices).toEqual([
    { ...(await detailOf(`/v1/invoices/${idOf(1)}`)), ...zone },
    { ...(await detailOf(`/v1/invoices/${idOf(2)}`)), ...zone },
  ])
})

test('all formats say the same, to the last decimal', async () => {
  const since = `2026-11-20T09:45:01Z`
  const later = changedAt(2_000_000)
  await service.add('expense_voucher', [
    voucherRow(10, {
      ...later,
      bank_name: '',
      exchanges: '-5312.1234567891',
      name: FORMULA,
      address: 'a "b",\nc',
    }),
  ])

  const [json] = await linesOf((await exporting({ since })).files)
  const csv = await exporting({ since, format: 'csv' })
  const parquet = await exporting({ since, format: 'parquet' })

  expect(json).toMatchObject({ exchanges: -5312.1234567891, amount: 65_559.95 })
  expect(await texts((await exporting({ since })).files)).toContain('"exchanges":-5312.1234567891,')
  const written = await texts(csv.files)
  expect(written).toContain(',,,"",,,"gold-bullion"')
  const [row] = parse(written, { columns: true })
  expect(row).toMatchObject({
    id: idOf(10),
    exchanges: '-5312.1234567891',
    amount: '65559.95',
    isDraft: 'false',
    updatedAt: '2026-11-20T09:45:02.000000Z',
    'customer.name': `'${FORMULA}`,
    'customer.address': 'a "b",\nc',
    description: '',
    timeZone: 'Europe/Istanbul',
  })
  const [stored] = await recordsIn(parquet.files)
  expect(stored).toMatchObject({
    id: idOf(10),
    // The reader multiplies by a binary 1e-10; DuckDB reads exact decimals in the long test.
    exchanges: expect.closeTo(-5312.1234567891, 9),
    isDraft: false,
    updatedAt: new Date('2026-11-20T09:45:02.000Z'),
    'customer.name': FORMULA,
    description: null,
  })
  expect(Object.keys(stored ?? {})).toEqual(Object.keys(Object(row)))
})

test.each(['=1+1', '+1', '-1', '@sum', '\t=1', '\r=1', '\n=1', '\r\n=1'])(
  'a text that begins with %j is no formula in CSV',
  async (name) => {
    await service.add('expense_voucher', [voucherRow(11, { ...changedAt(3_000_000), name })])
    onTestFinished(() =>
      service.query('delete from read_model.expense_voucher where id = $1', [idOf(11)]),
    )
    const csv = await exporting({ since: '2026-11-20T09:45:02.5Z', format: 'csv' })
    const [row] = parse(await texts(csv.files), { columns: true })
    expect(row).toMatchObject({ 'customer.name': `'${name}` })
  },
)

test('a CSV file may begin with a byte order mark, and have another separator', async () => {
  const noun = 'invoices'
  const since = '2100-01-01T00:00:00Z'
  const plain = await texts((await exporting({ noun, since, format: 'csv' })).files)
  const style = { byteOrderMark: true, separator: 'semicolon' } as const
  const marked = await exporting({ noun, since, format: 'csv', ...style })

  expect(plain).toMatch(/^id,transactionDate,.*timeZone\r\n$/)
  expect(await texts(marked.files)).toBe(`\uFEFF${plain.replaceAll(',', ';')}`)
})

test('the next export begins at the cursor of the last one', async () => {
  const first = await exporting({ noun: 'invoices' })
  const nothing = await exporting({ noun: 'invoices', since: first.cursor, format: 'csv' })
  await service.query('update read_model.invoice set updated_at = $1 where id = $2', [
    String(MOMENT + 900n),
    idOf(1),
  ])
  const second = await exporting({ noun: 'invoices', since: nothing.cursor })

  expect(first.cursor).toBe('2026-11-20T09:45:00.000002Z')
  expect(nothing).toMatchObject({ rows: 0, cursor: first.cursor })
  expect(parse(await texts(nothing.files))).toHaveLength(1)
  expect(await linesOf(second.files)).toMatchObject([{ id: idOf(1) }])
  expect(second.cursor).toBe('2026-11-20T09:45:00.000900Z')
})

test('what was deleted is exported on request, in its place and without data of the seller', async () => {
  const neighbours = { company_id: NEIGHBOUR }
  const deletedAt = { left_at: String(MOMENT + 7_000_001n) }
  const draft = {
    ...electronicDraft,
    description: 'Ayşe brings it',
    document_phone: '905321234567',
  }
  await service.add('expense_voucher', [
    voucherRow(50, { ...changedAt(7_000_000), ...neighbours }),
    voucherRow(51, {
      ...draft,
      ...changedAt(7_000_002),
      ...deletedAt,
      ...neighbours,
      visible: false,
    }),
    voucherRow(52, { ...changedAt(7_000_004), ...neighbours }),
    voucherRow(53, {
      ...changedAt(7_000_005),
      ...neighbours,
      visible: false,
      lifecycle: 'abandoned',
    }),
  ])
  const since = '2026-11-20T09:45:06Z'
  const request = { company: NEIGHBOUR, since, includeDeleted: true } as const

  const [lines, cells, [, deleted]] = [
    await linesOf((await exporting(request)).files),
    parse(await texts((await exporting({ ...request, format: 'csv' })).files)),
    await recordsIn((await exporting({ ...request, format: 'parquet' })).files),
  ]

  const at = '2026-11-20T09:45:07.000001Z'
  expect(lines).toMatchObject([
    { id: idOf(50), deletedAt: null, customer: { name: 'Ayşe Yılmaz' } },
    { id: idOf(51), deletedAt: at, customer: { name: null, address: null, phone: null } },
    { id: idOf(52), deletedAt: null },
  ])
  expect(JSON.stringify(lines[1])).not.toMatch(/Ayşe|10000000146|90532|Kalpakçılar/)
  const column = cells[0]?.indexOf('deletedAt') ?? -1
  expect(cells.map((row) => row[column])).toEqual(['deletedAt', '', at, ''])
  expect(deleted).toMatchObject({ id: idOf(51), deletedAt: new Date('2026-11-20T09:45:07Z') })
  expect(await linesOf((await exporting({ ...request, includeDeleted: false })).files)).toEqual(
    [lines[0], lines[2]].map((line) => without(line, 'deletedAt')),
  )
})

test('templates and forms are exported as lists show them, passive templates too', async () => {
  await service.add('template', [
    templateRow(1, changedAt(1)),
    templateRow(2, { ...changedAt(2), status_type: 'passive', left_at: String(MOMENT) }),
    templateRow(3, { ...changedAt(3), deleted: true, left_at: String(MOMENT + 3n) }),
  ])
  const request = { noun: 'invoice-variables', includeDeleted: true } as const

  expect(await linesOf((await exporting(request)).files)).toMatchObject([
    { id: idOf(1), deletedAt: null },
    { id: idOf(2), statusType: 'passive', deletedAt: null },
    { id: idOf(3), deletedAt: '2026-11-20T09:45:00.000003Z' },
  ])
  expect((await exporting({ noun: 'verifications', includeDeleted: true })).rows).toBe(0)
  expect((await exporting({ noun: 'invoices', includeDeleted: true })).rows).toBe(2)
})

test('an interrupted export goes on behind its last complete file', async () => {
  await service.add(
    'expense_voucher',
    [20, 21, 22, 23, 24].map((number) => voucherRow(number, changedAt(5_000_000 + number))),
  )
  const folder = await temporaryFolder('export')
  const request = { folder, since: '2026-11-20T09:45:05Z', rowsPerFile: 2 } as const
  const interrupted = exporting({
    ...request,
    progress: () => {
      throw new Error('interrupted')
    },
  })
  await expect(interrupted).rejects.toThrow('interrupted')
  await writeFile(join(folder, 'expenses-0002.ndjson.partial'), '{"id":')
  expect(await readdir(folder)).toContain('expenses-0001.ndjson')

  const whole = await exporting(request)

  expect(whole.rows).toBe(5)
  expect(await linesOf(whole.files)).toMatchObject(
    [20, 21, 22, 23, 24].map((number) => ({ id: idOf(number) })),
  )
  expect((await readdir(folder)).toSorted()).toEqual([
    'expenses-0001.ndjson',
    'expenses-0002.ndjson',
    'expenses-0003.ndjson',
    'export.json',
  ])
  await expect(exporting(request)).rejects.toThrow('holds a finished export')
})

test('an interrupted export goes on, but not in another style', async () => {
  const folder = await temporaryFolder('export')
  const order = { company: DEALER, noun: 'invoices', format: 'csv', since: null }
  const style = { 'include-deleted': false, bom: false, separator: 'comma' }
  const state = { ...order, ...style, isFinished: false, files: [] }
  await writeFile(join(folder, 'export.json'), JSON.stringify(state))
  const request = { folder, noun: 'invoices', format: 'csv' } as const

  await expect(exporting({ ...request, byteOrderMark: true })).rejects.toThrow(
    'an interrupted export with another --bom: false',
  )
  await expect(exporting({ ...request, separator: 'tab' })).rejects.toThrow(
    'an interrupted export with another --separator: comma',
  )
  await expect(exporting({ ...request, includeDeleted: true })).rejects.toThrow(
    'an interrupted export with another --include-deleted: false',
  )
  expect((await exporting(request)).files).toHaveLength(1)
})

test('a folder of something else, another request or an unknown company is refused', async () => {
  const folder = await temporaryFolder('export')
  await expect(exporting({ folder, company: '9'.repeat(24) })).rejects.toThrow(
    'There is no company',
  )
  await expect(exporting({ folder, noun: 'invoices' })).rejects.toThrow('another --company')

  const others = await temporaryFolder('export')
  await writeFile(join(others, 'accounts.xls'), '')
  await expect(exporting({ folder: others })).rejects.toThrow('holds other files')
})

function without(line: unknown, member: string): unknown {
  if (typeof line !== 'object' || line === null) throw new Error('a line is an object')
  return Object.fromEntries(Object.entries(line).filter(([name]) => name !== member))
}

async function recordsIn(files: readonly string[]) {
  const parts = files.map(async (file) =>
    parquetReadObjects({ file: await asyncBufferFromFile(file) }),
  )
  return (await Promise.all(parts)).flat()
}
