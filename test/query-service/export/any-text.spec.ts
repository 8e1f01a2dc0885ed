import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { expect, test } from 'vitest'
import { type ExportRequest, exportRecords } from '#query/export/export.ts'
import { DEALER, idOf, voucherRow } from '#test/query-service/rows.ts'
import { queryServiceForThisFile } from '#test/query-service/service.ts'
import { newFolder, removeFolder } from '#test/support/folders.ts'
import { nastyText } from '#test/support/nasty-texts.ts'
import { ANY_LINE_END, csvText } from './exported-cells.ts'

const service = queryServiceForThisFile()

type Format = ExportRequest['format']
type Style = Pick<ExportRequest, 'byteOrderMark' | 'separator'>

interface Texts {
  readonly name: string | null
  readonly address: string | null
  readonly description: string | null
  readonly bank_name: string | null
}

const maybe = fc.option(nastyText())
const voucher: fc.Arbitrary<Texts> = fc.record({
  name: maybe,
  address: maybe,
  description: maybe,
  bank_name: maybe,
})
const style: fc.Arbitrary<Style> = fc.record({
  byteOrderMark: fc.boolean(),
  separator: fc.constantFrom('comma', 'semicolon', 'tab'),
})

test('any text is read back as it is from every format, and ends no row and no line', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(voucher, { maxLength: 40, size: 'max' }),
      style,
      async (vouchers, chosen) => {
        await service.query('truncate read_model.expense_voucher')
        await service.add(
          'expense_voucher',
          vouchers.map((texts, place) => voucherRow(place + 1, texts)),
        )
        const csv = await exported('csv', chosen, (path) => rowsOfCsv(path, chosen))
        expect(csv).toEqual(vouchers.map((texts, place) => shown(place, inCsv(texts))))
        const expected = vouchers.map((texts, place) => shown(place, texts))
        expect(await exported('ndjson', chosen, rowsOfNdjson)).toEqual(expected)
        const parquet = expected.map((row) => row.map(withoutMark))
        expect(await exported('parquet', chosen, rowsOfParquet)).toEqual(parquet)
      },
    ),
    { numRuns: 10 },
  )
})

const shown = (place: number, { name, address, description, bank_name }: Texts) => [
  idOf(place + 1),
  name,
  address,
  description,
  bank_name,
]

/** The reader takes a byte order mark off every text; those of the long test do not. */
const withoutMark = (text: string | null) => text?.replace(/^\uFEFF/, '') ?? null

const inCsv = (texts: Texts): Texts => ({
  name: csvText(texts.name ?? ''),
  address: csvText(texts.address ?? ''),
  description: csvText(texts.description ?? ''),
  bank_name: csvText(texts.bank_name ?? ''),
})

async function exported<Rows>(format: Format, chosen: Style, read: (path: string) => Rows) {
  const folder = await newFolder('export')
  try {
    const { files } = await exportRecords(service.address('queryUrl'), {
      company: DEALER,
      noun: 'expenses',
      format,
      since: null,
      includeDeleted: false,
      folder,
      rowsPerFile: 1_000,
      progress: () => undefined,
      ...chosen,
    })
    return await read(join(folder, String(files[0])))
  } finally {
    await removeFolder(folder)
  }
}

const cellsOf = (row: object) =>
  ['id', 'customer.name', 'customer.address', 'description', 'bankName'].map((name): unknown =>
    Reflect.get(row, name),
  )

async function rowsOfCsv(path: string, { byteOrderMark, separator }: Style) {
  const text = await readFile(path, 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(byteOrderMark)
  const delimiter = { comma: ',', semicolon: ';', tab: '\t' }[separator]
  const rows: readonly object[] = parse(text, { columns: true, bom: byteOrderMark, delimiter })
  return rows.map(cellsOf)
}

async function rowsOfNdjson(path: string) {
  const lines = (await readFile(path, 'utf8')).split(ANY_LINE_END)
  expect(lines.pop()).toBe('')
  return lines.map((line) => {
    const record = Object(JSON.parse(line))
    const { name, address } = Object(record.customer)
    return cellsOf({ ...record, 'customer.name': name, 'customer.address': address })
  })
}

async function rowsOfParquet(path: string) {
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(path) })
  return rows.map(cellsOf)
}
