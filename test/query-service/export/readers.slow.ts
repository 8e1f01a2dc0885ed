import { execFile } from 'node:child_process'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoMicroseconds } from '#kernel/records/times.ts'
import { DEALER, idOf, MOMENT, voucherRow } from '#test/query-service/rows.ts'
import { queryServiceForThisFile } from '#test/query-service/service.ts'
import { formulasIn, textsIn } from '#test/support/libre-office.ts'
import { nastyText } from '#test/support/nasty-texts.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { csvText } from './exported-cells.ts'
import { readWrong } from './readers.ts'

const service = queryServiceForThisFile()

/** Many programs read every file, one after the other. */
const READ_WITHIN_MS = 600_000
/** From as many rows at its beginning DuckDB guesses how a file is written. */
const PLAIN_ROWS = 20_480
const NASTY_ROWS = 300

const kinds = {
  id: 'text',
  number: 'text',
  'customer.name': 'text',
  'customer.address': 'text',
  description: 'text',
  bankName: 'text',
  exchanges: 'decimal',
  isSwap: 'flag',
  createdAt: 'instant',
} as const

type Shown = Readonly<Record<keyof typeof kinds, string | null>>

const voucher = fc.record({
  name: fc.option(nastyText()),
  address: fc.option(nastyText()),
  description: fc.option(nastyText()),
  bankName: fc.option(nastyText()),
  exchanges: fc.bigInt({ min: -(10n ** 21n), max: 10n ** 21n }).map(decimal),
  isSwap: fc.option(fc.boolean()),
})

type Voucher = typeof voucher extends fc.Arbitrary<infer Value> ? Value : never

function decimal(billionths: bigint): string {
  const digits = String(billionths < 0n ? -billionths : billionths).padStart(10, '0')
  const exact = `${digits.slice(0, -9)}.${digits.slice(-9)}`.replace(/\.?0+$/, '')
  return `${billionths < 0n ? '-' : ''}${exact}`
}

const numberOf = (place: number) => String(place).padStart(8, '0')

const stored = ({ bankName, isSwap, ...rest }: Voucher, place: number) =>
  voucherRow(place, { ...rest, number: numberOf(place), bank_name: bankName, is_swap: isSwap })

const shown = (
  { name, address, description, bankName, exchanges, isSwap }: Voucher,
  place: number,
): Shown => ({
  id: idOf(place),
  number: numberOf(place),
  'customer.name': name,
  'customer.address': address,
  description,
  bankName,
  exchanges,
  isSwap: isSwap === null ? null : String(isSwap),
  createdAt: isoMicroseconds(String(MOMENT + BigInt(place))),
})

const plain: Voucher = {
  name: 'Ayse',
  address: null,
  description: 'gold',
  bankName: null,
  exchanges: '5312.8',
  isSwap: null,
}

/** Fills the table; returns what is in it. */
async function filledWith(vouchers: readonly Voucher[]): Promise<readonly Shown[]> {
  await service.query('truncate read_model.expense_voucher')
  const rows = vouchers.map((one, place) => stored(one, place + 1))
  for (let from = 0; from < rows.length; from += 1_000) {
    await service.add('expense_voucher', rows.slice(from, from + 1_000))
  }
  return vouchers.map((one, place) => shown(one, place + 1))
}

/** Runs the operator's command, and gives its one file a name. */
async function exported(folder: string, name: string, options: readonly string[]) {
  const out = join(folder, `${name} as exported`)
  const call = ['run', '--silent', 'operator', '--', 'export', '--company', DEALER]
  const { stdout } = await promisify(execFile)(
    'npm',
    [...call, '--noun', 'expenses', '--out', out, ...options],
    {
      env: {
        ...process.env,
        DATABASE_URL: service.address('queryUrl'),
        EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
        VAULT_KEY: '0'.repeat(64),
      },
    },
  )
  const [file, ...others]: readonly string[] = JSON.parse(stdout).files
  expect(others).toEqual([])
  await rename(join(out, String(file)), join(folder, name))
}

const semicolon = ['--separator', 'semicolon', '--bom']
const files = {
  'comma.csv': { format: 'csv', separator: ',', options: [] },
  'marked.csv': { format: 'csv', separator: ',', options: ['--bom'] },
  'semicolon.csv': { format: 'csv', separator: ';', options: semicolon },
  'tab.csv': { format: 'csv', separator: '\t', options: ['--separator', 'tab'] },
  'lines.ndjson': { format: 'ndjson', separator: '', options: [] },
  'columns.parquet': { format: 'parquet', separator: '', options: [] },
}

const nothingWrong = Object.entries(files).flatMap(
  ([name, { format }]) =>
    ({
      csv: ['csv', 'pandas', 'duckdb'],
      ndjson: ['json', 'duckdb', 'pandas'],
      parquet: ['pyarrow', 'duckdb', 'pandas', 'filters'],
    })[format]?.map((reader): [string, []] => [`${name} by ${reader}`, []]) ?? [],
)

test.each([
  ['no record', 0, 0],
  ['odd texts after more rows than a reader looks at', PLAIN_ROWS, NASTY_ROWS],
])(
  '%s: all programs read the same cells from every file',
  { timeout: READ_WITHIN_MS },
  async (_, ordinary, odd) => {
    const [nasty = []] = fc.sample(fc.array(voucher, { minLength: odd, maxLength: odd }), 1)
    const rows = await filledWith([...Array.from({ length: ordinary }, () => plain), ...nasty])
    const folder = await temporaryFolder('export')
    for (const [name, { format, options }] of Object.entries(files)) {
      await exported(folder, name, ['--format', format, ...options])
    }

    const wrong = await readWrong(folder, {
      kinds,
      rows,
      files: Object.fromEntries(
        Object.entries(files).map(([name, { format, separator }]) => [name, [format, separator]]),
      ),
    })
    expect(wrong).toEqual(Object.fromEntries(nothingWrong))
  },
)

test('LibreOffice shows the same cells, and calculates nothing', async () => {
  const [nasty = []] = fc.sample(
    fc.array(voucher, { minLength: NASTY_ROWS, maxLength: NASTY_ROWS, size: 'max' }),
    1,
  )
  const rows = await filledWith(nasty)
  const folder = await temporaryFolder('export')
  for (const name of ['comma.csv', 'semicolon.csv'] as const) {
    const { options, separator } = files[name]
    await exported(folder, name, ['--format', 'csv', ...options])
    const file = join(folder, name)
    expect(await formulasIn(file, separator)).toEqual([])

    const [head = [], ...sheet] = await textsIn(file, { separator, columns: 80 })
    const cells = sheet.map((cellsOfRow) =>
      Object.keys(kinds).map((column) =>
        cellsOfRow[head.indexOf(column)]?.replaceAll(/\n+/g, '\n'),
      ),
    )
    expect({ name, cells }).toEqual({ name, cells: rows.map(inSheet) })
  }
})

/** A cell has one kind of line break, and `\\n\\r` is one. */
const inSheet = ({ exchanges, ...row }: Shown) =>
  Object.keys(kinds).map((name) =>
    name === 'exchanges'
      ? (exchanges ?? '')
      : csvText(Reflect.get(row, name) ?? '').replaceAll(/[\r\n]+/g, '\n'),
  )
