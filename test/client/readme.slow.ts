import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { sarraf } from '#client/main.ts'
import { electronicDealer, HASTE, messagesTo } from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { serveForThisTest } from '#test/support/upstream.ts'
import { packedClient } from './packed-client.ts'

const system = systemForThisFile(HASTE)
const run = promisify(execFile)

/** The seller of the README. */
const PHONE = '905321234567'

const strictly = {
  compilerOptions: { noEmit: true, strict: true, module: 'nodenext', types: ['node'] },
  files: ['sell.ts'],
}

/** The folder of somebody who has installed the client, with the program of its README. */
let folder = ''

beforeAll(async () => {
  folder = await packedClient(`@types/node@file:${resolve('node_modules/@types/node')}`)
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(strictly))
  const [, program = ''] =
    /^```ts\n([^]*?)^```$/m.exec(await readFile('client/README.md', 'utf8')) ?? []
  await writeFile(join(folder, 'sell.ts'), program)
  return () => rm(folder, { recursive: true, force: true })
})

test('the program of the README is ten lines besides its imports, and TypeScript takes it', async () => {
  const program = await readFile(join(folder, 'sell.ts'), 'utf8')
  const lines = program.split('\n').filter((line) => line !== '' && !line.startsWith('import '))
  expect(lines).toHaveLength(10)
  const { stdout } = await run(resolve('node_modules/.bin/tsc'), ['--project', '.'], {
    cwd: folder,
  })
  expect(stdout).toBe('')
})

test('the installed package says which outcomes are unknown', async () => {
  const error = {
    code: 'UPSTREAM_ERROR',
    message: '?',
    details: [{ field: 'integrator', rule: 'unknown' }],
  }
  const baseUrl = await serveForThisTest((_request, response) => {
    response.writeHead(502, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error, traceId: 'd3b07384-d9a0-4c1e-8f3a-9d1f7c1e2b3a' }))
  })
  const program = `
    import { OutcomeUnknown, sarraf } from 'sarraf-client'
    const client = sarraf({ baseUrl: '${baseUrl}', apiUserId: 'desk', secretKey: 'secret' })
    const body = { data: { source: 'manual', amount: 1 } }
    const error = await client.POST('/v1/invoices', { body }).catch((thrown) => thrown)
    console.log(error instanceof OutcomeUnknown)`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: folder,
  })
  expect(stdout).toBe('true\n')
})

test('it takes a voucher to the official document, and tells what has changed', async () => {
  const { credentials } = await electronicDealer(system)
  const { apiUserId: API_USER_ID, secretKey: SECRET_KEY } = credentials
  const env = { ...process.env, BASE_URL: system.baseUrl, API_USER_ID, SECRET_KEY }
  const program = spawn(process.execPath, ['sell.ts'], { cwd: folder, env })
  onTestFinished(() => void program.kill())
  let printed = ''
  program.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const exited = once(program, 'close')
  // A line that is typed before the question is nobody's answer.
  await vi.waitFor(() => expect(printed).toContain('Code from the SMS: '), { timeout: 60_000 })
  const [message] = await messagesTo(system, PHONE)
  program.stdin.write(`${message?.code}\n`)

  expect(await exited).toEqual([0, null])
  const client = sarraf({ baseUrl: system.baseUrl, ...credentials })
  const { data: listed } = await client.GET('/v1/expenses')
  const { id = '', updatedAt } = listed?.data[0] ?? {}
  const { data: read } = await client.GET('/v1/expenses/{id}', { params: { path: { id } } })
  expect(read?.data).toMatchObject({ isFinalized: true, eDocument: { state: 'sent' } })
  const said = `official as ${read?.data.eDocument?.number}\n${id} ${updatedAt} is there\n`
  expect(printed).toContain(said)
})
