// @module-tag embedded-parts

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, test, vi } from 'vitest'
import { type Place, placeForStacks } from '#test/support/running-stack.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { workbookOf } from '#test/support/workbook.ts'
import { blocks, eachCommandIn } from './shell-blocks.ts'

// What a reader copies into a shell does what the text promises: every command that can run on one
// machine with `npm start` runs, as it stands there. The others name the test that runs them.

const COMPANY = 'de3000010000000000000001'
const RUNS_WITHIN_MS = 600_000
const started = { KAFKA_BROKERS: 'embedded', WEBHOOKS: 'true', NOTARY_INTERVAL_SECONDS: '2' }
const SIGNED_WITHIN = { timeout: 60_000, interval: 500 }
const HEADINGS = ['Sıra No', 'ADI SOYADI-ÜNVANI', 'TCKN-VKN-PASAPORT NO', 'UYRUĞU', 'DOĞUM TARİHİ']
const ID_NO = '21543789054'

/** What cannot run here, and which test runs it. */
const elsewhere: readonly (readonly [command: RegExp, test: string])[] = [
  [/^docker |^mkdir |^\(for service|^\(umask|^for volume|^curl --cacert/, 'test/system/containers'],
  [/^openssl x509|^deploy\/|^cp deploy/, 'test/system/containers'],
  [/^npm ci|npm start$/, 'test/local-stack/stack.slow.ts'],
  [/^(?:TEST_WITH=.*)?npm (?:test|run (?:test|check|bench|simulate))|with-engine/, '.ci/run'],
  [/^npm (?:pack|install)/, 'test/client/readme.slow.ts'],
  [/^openapi-generator /, 'test/client/languages.slow.ts'],
  [
    /^npx (?:openapi-typescript|@hey-api|orval)|^openapi-python-client/,
    'test/client/generators.slow.ts',
  ],
  [/daily-gold\.ts|^psql/, 'test/publishing/kafka/daily-gold.slow.ts'],
  [/^pip install|^KAFKA_BROKERS=\S+ python3|^python3/, 'test/publishing/kafka/analysts.ts'],
  [/^kafka-console-consumer|heads\.ndjson/, 'test/audit/notary'],
  [/--head|adopt-witness|rebuild-chain/, 'test/system/log-set-back.slow.ts'],
  [/event-store -- (?:move|copy)/, 'test/local-stack/event-store/move/stack.slow.ts'],
  [/event-store -- prepare/, 'test/shared-kernel/platform/event-store/users'],
  [/database -- prepare/, 'test/shared-kernel/platform/database'],
  [/operator -- resolve/, 'test/operator/stuck'],
  [/set-aside (?:record|dismiss)/, 'test/operator/bank/set-aside.spec.ts'],
  [/sanctions update/, 'test/operator/sanctions/updating.long.ts'],
  [/eDocumentCancelled/, 'test/operator/import/e-document-cancelled.spec.ts'],
  [/operator -- restore/, 'test/system/drills/backup.slow.ts'],
  [/operator -- keys/, 'test/system/drills/key-rotation.slow.ts'],
  [/operator -- notary/, 'test/system/drills/notary-rotation.slow.ts'],
]

const commands = blocks.flatMap(({ path, line, text }) =>
  eachCommandIn(text).map((command) => ({ where: `${path}:${line}`, command })),
)
const isHere = ({ command }: { readonly command: string }) =>
  !elsewhere.some(([pattern]) => pattern.test(command))

/** A folder with the project in it, for the files that the commands read and write. */
async function folderOfProject() {
  const folder = await temporaryFolder('documented')
  for (const entry of await readdir('.')) await symlink(resolve(entry), join(folder, entry))
  return folder
}

/** What the text says that a reader has. */
async function filesOfTheReader(folder: string, place: Place) {
  await cp('local-stack/demo/demo-company.ndjson', join(folder, 'dealer.ndjson'))
  const witness = join(place.folder, 'notary', 'witness.ndjson')
  await vi.waitFor(() => cp(witness, join(folder, 'witness.ndjson')), SIGNED_WITHIN)
  await writeFile(join(folder, 'number.txt'), ID_NO)
  await writeFile(join(folder, 'pairs.csv'), 'same;listed;sought\nyes;Ahmed Yilmaz;Ahmet Yılmaz\n')
  const rows = [HEADINGS, ['1', 'Ahmed Yilmaz', '10000000146', 'T.C.', '05.02.1981']]
  await writeFile(join(folder, 'list.xlsx'), await workbookOf([{ rows }]))
}

/** A value in the place of each that the text leaves to its reader. */
async function withValues(command: string, folder: string, values: Values) {
  const transaction = command.includes('state bank-transaction')
  return command
    .replaceAll('http://127.0.0.1:8080', values.baseUrl)
    .replaceAll(/ \[[^\]]*[A-Z]\]/g, '')
    .replaceAll('/backups/2026-11-23', join(folder, `backup-${await countOf(folder, 'backup-')}`))
    .replaceAll(/65f0…|\bID\b/g, transaction ? values.transaction : COMPANY)
    .replaceAll('RECORD', values.voucher)
    .replaceAll('PUBLIC', values.publicKey)
    .replaceAll('--id-no N ', `--id-no ${ID_NO} `)
    .replaceAll('TEXT', "'asked for it'")
    .replaceAll('FILE', 'list.xlsx')
    .replaceAll('--out evidence', `--out evidence-${await countOf(folder, 'evidence-')}`)
    .replaceAll('2026-11-20T09:45:00Z', new Date().toISOString())
}

interface Values {
  readonly baseUrl: string
  readonly transaction: string
  readonly voucher: string
  readonly publicKey: string
}

const countOf = async (folder: string, prefix: string) =>
  (await readdir(folder)).filter((name) => name.startsWith(prefix)).length

type Shell = (command: string) => Promise<{ readonly code: unknown; readonly output: string }>

/** `tail` goes on until it is interrupted. */
const endless = /feed -- tail/

const shellIn =
  (folder: string, environment: Readonly<Record<string, string>>): Shell =>
  async (command) => {
    const run = endless.test(command) ? `timeout --signal INT 8 ${command}` : command
    const shell = spawn('bash', ['-c', `set -o pipefail\n${run}`], {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const exited = once(shell, 'exit')
    const [stdout, stderr] = await Promise.all([textOf(shell.stdout), textOf(shell.stderr)])
    const [code] = await exited
    return { code: endless.test(command) && code === 124 ? 0 : code, output: stdout + stderr }
  }

const demo = { authorization: `Basic ${btoa('demo:demo-secret')}` }
const Records = Compile(Type.Object({ data: Type.Array(Type.Object({ id: Type.String() })) }))

async function newestId(list: string): Promise<string> {
  const { data } = Records.Parse(await (await fetch(list, { headers: demo })).json())
  return data[0]?.id ?? ''
}

/** The voucher GP 17, of which the text speaks, and what there is beside it. */
async function valuesOf(baseUrl: string, shell: Shell): Promise<Values> {
  const data = { source: 'manual', idNo: ID_NO, amount: 1000, allowDuplicate: true }
  for (let at = 0; at < 17; at += 1) {
    const headers = { ...demo, 'content-type': 'application/json' }
    await fetch(`${baseUrl}/v1/expenses`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ data }),
    })
  }
  const { output } = await shell('npm run --silent audit -- public-key')
  const [publicKey = ''] = /[0-9a-f]{64}/.exec(output) ?? []
  const voucher = await newestId(`${baseUrl}/v1/expenses`)
  const transaction = await newestId(`${baseUrl}/v1/bank-transactions`)
  return { baseUrl, publicKey, voucher, transaction }
}

test('what does not run here is run by a test that exists', () => {
  for (const [pattern, path] of elsewhere) {
    expect(commands.filter(({ command }) => pattern.test(command))).not.toEqual([])
    expect(existsSync(path), path).toBe(true)
  }
})

test('every other command of the documents runs, as it stands there', {
  timeout: RUNS_WITHIN_MS,
}, async () => {
  const place = await placeForStacks()
  const { baseUrl } = await place.start(started)
  const { sandboxUrl, kafkaBrokers } = await place.stackFile()
  const folder = await folderOfProject()
  const shell = shellIn(folder, {
    DATA_DIR: place.folder,
    KAFKA_BROKERS: kafkaBrokers ?? '',
    BASE_URL: baseUrl,
    SANDBOX: sandboxUrl ?? '',
    API_USER_ID: 'demo',
    SECRET_KEY: 'demo-secret',
  })
  expect(await shell('npm run demo')).toMatchObject({ code: 0 })
  const values = await valuesOf(baseUrl, shell)
  await filesOfTheReader(folder, place)

  const failed: unknown[] = []
  const first = new Map(commands.toReversed().map((one) => [one.command, one]))
  const here = commands.filter((one) => first.get(one.command) === one && isHere(one))
  for (const { where, command } of here) {
    const run = await withValues(command, folder, values)
    const { code, output } = await shell(run)
    const isRefused = output.includes('"success":false') || /"error"/.test(output)
    if (code !== 0 || isRefused) failed.push({ where, run, code, output: output.slice(-400) })
  }

  expect(failed).toEqual([])
  expect(here.length).toBeGreaterThan(30)
  expect(await readFile(join(folder, 'evidence-0', 'README.md'), 'utf8')).not.toBe('')
})
