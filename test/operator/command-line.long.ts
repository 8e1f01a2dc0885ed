import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { productVersion } from '#kernel/platform/process/product-version.ts'
import { ndjson, newDealer } from '#test/support/import-lines.ts'
import { fileForThisTest, recordedFor, systemForThisFile } from '#test/support/operator.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { operator, operatorProcess, variablesOf } from './command-line.ts'
import { servicesForThisFile } from './services.ts'

const system = systemForThisFile()

servicesForThisFile(system)

test('an import ends when the read models show the data, with one line of JSON', async () => {
  const dealer = newDealer()
  const file = await fileForThisTest(ndjson([dealer.company(), dealer.customer()]))
  const first = await operatorProcess(['import', file], variablesOf(system()))
  expect(first).toEqual({ stdout: '{"imported":2,"unchanged":0}\n', stderr: '', exitCode: 0 })
  const { rows } = await system().pool.query(
    'select name_surname from read_model.customer where company_id = $1',
    [dealer.companyId],
  )
  expect(rows).toEqual([{ name_surname: 'Ayşe Yılmaz' }])
  const again = await operator(['import', file], variablesOf(system()))
  expect(again).toEqual({ stdout: '{"imported":0,"unchanged":2}\n', stderr: '', exitCode: 0 })
})

test('the faults of a file are reported on standard error, and nothing is imported', async () => {
  const dealer = newDealer()
  const lines = [dealer.company(), dealer.customer({ idNo: '' }), dealer.price({ price: 'x' })]
  const file = await fileForThisTest(ndjson(lines))
  expect(await operator(['import', file], variablesOf(system()))).toEqual({
    stdout: '',
    stderr: [
      'line 2: idNo: must be a text of 1 to 500 characters, its digits from 0 to 9',
      'line 3: price: must be a number greater than 0 with at most 8 decimals',
      '',
    ].join('\n'),
    exitCode: 1,
  })
  expect(await recordedFor(system(), dealer.companyId)).toEqual([])
})

test('a dash reads standard input, and DATA_DIR names the system', async () => {
  const dealer = newDealer()
  const { databases, eventStoreUrl, vaultKey } = system()
  const folder = await temporaryFolder('operator')
  await writeFile(
    join(folder, 'stack.json'),
    JSON.stringify({ databases, eventStoreUrl, pids: {} }),
  )
  await writeFile(join(folder, 'vault.key'), `${vaultKey.toString('hex')}\n`)
  const customers = Array.from({ length: 700 }, (_, index) =>
    dealer.customer({ comment: undefined, nameSurname: `Ad ${index}` }),
  )
  const input = `\uFEFF${ndjson([dealer.company()])}\r\n\r\n${ndjson(customers)}`
  const outcome = await operatorProcess(['import', '-'], { DATA_DIR: folder }, input)
  expect(outcome).toEqual({ stdout: '{"imported":701,"unchanged":0}\n', stderr: '', exitCode: 0 })
})

test('an impossible call is explained in one line', async () => {
  const folder = await temporaryFolder('operator')
  const file = await fileForThisTest('{}')
  const variables = variablesOf(system())
  const wrongPassword = new URL(variables.DATABASE_URL)
  wrongPassword.password = 'wrong'
  const cases = [
    [['import', file], { DATA_DIR: folder }, /^No running system in .*npm start.*\n$/],
    [
      ['import', join(folder, 'none')],
      variables,
      /none cannot be read: there is no such file\.\n$/,
    ],
    [['import', folder], variables, /is a folder, not a file\.\n$/],
    [
      ['import', file],
      { ...variables, VAULT_KEY: 'ab'.repeat(32) },
      /^VAULT_KEY .* is not the key that the vault in this database was made with: /,
    ],
    [['import', file], { ...variables, VAULT_KEY: 'ab' }, /^VAULT_KEY must be 64 hex.*\n$/],
    [
      ['import', file],
      { ...variables, DATABASE_URL: wrongPassword.href },
      /^DATABASE_URL: PostgreSQL refuses to sign in .*\n$/,
    ],
    [
      ['import', file],
      { ...variables, DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z' },
      /^The database does not answer: is the system running\?\n$/,
    ],
  ] as const
  for (const [parameters, environment, said] of cases) {
    const { stdout, stderr, exitCode } = await operator(parameters, environment)
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 })
    expect(stderr).toMatch(said)
    expect(stderr.split('\n')).toHaveLength(2)
  }
})

test('help lists the commands, and the arguments and options of one', async () => {
  const help = await operator(['--help'], {})
  expect(help).toMatchObject({ stderr: '', exitCode: 0 })
  for (const name of ['import <file>', 'sanctions', 'stuck', 'resolve']) {
    expect(help.stdout).toContain(name)
  }
  expect(help.stdout).toContain('DATA_DIR')
  const ofOne = await operator(['sanctions', 'import', '--help'], {})
  expect(ofOne).toMatchObject({ stderr: '', exitCode: 0 })
  expect(ofOne.stdout).toContain('--list <name>    (choices: "masak", "wanted", "pep")')
})

test.each([
  ['names no command', [], ''],
  ['names an unknown one', ['imprt'], "error: unknown command 'imprt'\n(Did you mean import?)\n"],
  ['lacks an argument', ['import'], "error: missing required argument 'file'\n"],
  ['gives one too many', ['import', 'a', 'b'], "error: too many arguments for 'import'"],
  ['gives an unknown option', ['import', 'a', '--force'], "error: unknown option '--force'\n"],
  [
    'names a list that is none',
    ['sanctions', 'import', '--list', 'x', 'a'],
    "error: option '--list <name>' argument 'x' is invalid.",
  ],
])('a call that %s shows the usage, with exit code 2', async (_, parameters, error) => {
  const { stdout, stderr, exitCode } = await operator(parameters, {})
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
  expect(stderr.startsWith(error)).toBe(true)
  expect(stderr).toContain('Usage: npm run operator --')
})

test('a wrong call of one command is answered by the error and one line', async () => {
  const { stderr } = await operator(['sanctions', 'import', 'list.csv'], {})
  expect(stderr.split('\n')).toEqual([
    "error: required option '--list <name>' not specified",
    'Usage: npm run operator -- sanctions import [options] <file> (--help says more)',
    '',
  ])
})

test('a program says its version', async () => {
  const stdout = `${productVersion}\n`
  expect(await operator(['--version'], {})).toEqual({ stdout, stderr: '', exitCode: 0 })
})

test('the process ends with the exit code of its command', async () => {
  expect(await operatorProcess(['imprt'], {})).toMatchObject({ stdout: '', exitCode: 2 })
  const missing = await operatorProcess(['import', '/none'], variablesOf(system()))
  expect(missing).toMatchObject({ stdout: '', exitCode: 1 })
})

test('a password in a wrong argument is not repeated', async () => {
  const { stderr } = await operator(['import', 'a', 'esdb://admin:changeit@one:2113'], {})
  expect(stderr).toContain('esdb://…@one:2113')
  expect(stderr).not.toContain('changeit')
})

test('secrets are not in the log, the tables or the output', {
  tags: ['embedded-node'],
}, async () => {
  const dealer = newDealer()
  const canary = `kanarya-${dealer.companyId}`
  const lines = [
    dealer.company(),
    dealer.apiKey({ secretKey: `${canary}-anahtar` }),
    dealer.providerAccount({ user: `${canary}-hesap`, secret: `${canary}-parola` }),
    dealer.customer({ motherName: `${canary}-anne` }),
    dealer.bankAccount(),
    dealer.bankTransaction({ description: `${canary}-not` }),
  ]
  const { stdout, stderr } = await operator(['import', '-'], variablesOf(system()), ndjson(lines))
  expect({ stdout, stderr }).toEqual({ stdout: '{"imported":6,"unchanged":0}\n', stderr: '' })
  const administrator = new Client({ connectionString: system().administratorUrl })
  await administrator.connect()
  onTestFinished(() => administrator.end())
  const { rows } = await administrator.query<{ bytes: Buffer }>(
    `select stream::bytea || data || metadata as bytes from event_store.events
     where encode(metadata, 'escape') like $1`,
    [`%${dealer.companyId}%`],
  )
  expect(rows).toHaveLength(6)
  const written = Buffer.concat(rows.map(({ bytes }) => bytes)).toString('latin1')
  expect(written).toContain(dealer.companyId)
  expect(written).not.toContain('kanarya')
  expect(await tablesWith(administrator, `${canary}-anahtar`)).toEqual([])
  expect(await tablesWith(administrator, `${canary}-parola`)).toEqual([])
})

/** Tables in which a text stands in any row. */
async function tablesWith(administrator: Client, text: string) {
  const { rows } = await administrator.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const hit = await administrator.query(
      `select from ${name} as r where r::text like $1 limit 1`,
      [`%${text}%`],
    )
    if (hit.rowCount !== 0) found.push(name)
  }
  expect(rows.length).toBeGreaterThan(10)
  return found
}
