import { execFile } from 'node:child_process'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { browserForThisFile } from '#test/support/browser.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { nodeTools } from './node-tools.ts'
import { packedClient } from './packed-client.ts'
import { printedByTasks, readmeBlocks, tasksProgram } from './readme-program.ts'

const system = systemForThisFile()
const open = browserForThisFile()
const run = promisify(execFile)

/** The folder of somebody who has installed the package and nothing else. */
let folder = ''
let tools = ''

beforeAll(async () => {
  const program = await tasksProgram()
  const [made, programs] = await Promise.all([packedClient(), nodeTools('package')])
  folder = made
  tools = programs
  await cp(join(tools, '../@types'), join(folder, 'node_modules/@types'), { recursive: true })
  await cp(join(tools, '../undici-types'), join(folder, 'node_modules/undici-types'), {
    recursive: true,
  })
  for (const name of ['tasks.mts', 'tasks.cts']) await writeFile(join(folder, name), program)
  return () => rm(folder, { recursive: true, force: true })
})

/** Node 18 for Linux, as a package that is nothing but the program. */
const node18 = () => join(tools, `../node-linux-${process.arch}/bin/node`)

test('each task of the README takes six lines at most', async () => {
  const [, ...tasks] = await readmeBlocks()
  expect(tasks).toHaveLength(6)
  for (const task of tasks) expect(task.trim().split('\n').length, task).toBeLessThanOrEqual(6)
})

test('publint and Are the Types Wrong have nothing against it', async () => {
  const tarball = join(folder, 'sarraf-client-1.0.0.tgz')
  const { stdout } = await run(join(tools, 'publint'), [tarball, '--strict', '--level=warning'])
  expect(stdout).toContain('All good!')
  await run(join(tools, 'attw'), [tarball, '--profile=node16'])
})

test('its licence is that of the project', async () => {
  const licence = await readFile(join(folder, 'node_modules/sarraf-client/LICENSE'), 'utf8')
  expect(licence).toBe(await readFile('LICENSE', 'utf8'))
})

const strict = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  target: 'es2022',
  types: ['node'],
}

const projects = [
  { name: 'node16', module: 'node16', files: ['tasks.mts', 'tasks.cts'], outDir: 'node16' },
  { name: 'nodenext', module: 'nodenext', files: ['tasks.mts', 'tasks.cts'] },
  {
    name: 'bundler',
    module: 'esnext',
    moduleResolution: 'bundler',
    files: ['browser.ts'],
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
  },
]

const BROWSER = `
import { pages, sarraf, SarrafError } from 'sarraf-client'
import { verifyWebhook } from 'sarraf-client/webhooks'
const show = async (apiUserId: string, secretKey: string): Promise<string[]> => {
  const client = sarraf({ baseUrl: location.origin, apiUserId, secretKey })
  const made = await client.POST('/v1/expenses', { body: { data: { source: 'manual', idNo: '10000000146', amount: 321, isDraft: true } } })
  const listed: string[] = [String(made.data?.data.amount)]
  for await (const { amount } of pages((query) => client.GET('/v1/expenses', { params: { query } }))) listed.push(String(amount))
  const refused: unknown = await client.GET('/v1/expenses/{id}', { params: { path: { id: 'f'.repeat(24) } } }).catch((error: unknown) => error)
  const headers = new Headers({ 'webhook-id': '1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' })
  const late: unknown = await verifyWebhook({ body: '{}', headers, secret: 'whsec_b2xk' }).catch((error: unknown) => error)
  return [...listed, ...[refused, late].map((error) => error instanceof SarrafError ? error.name : String(error))]
}
Object.assign(globalThis, { show })
`

test('strict TypeScript takes it with each way to resolve a package, and checks its declarations', async () => {
  await writeFile(join(folder, 'browser.ts'), BROWSER)
  const checks = projects.map(async ({ name, files, outDir, ...options }) => {
    const output = outDir === undefined ? { noEmit: true } : { outDir }
    const project = { compilerOptions: { ...strict, ...options, ...output }, files }
    await writeFile(join(folder, `${name}.json`), JSON.stringify(project))
    return run(join(tools, 'tsc'), ['--project', `${name}.json`], { cwd: folder }).catch(
      (error: unknown) => ({ stdout: JSON.stringify(error) }),
    )
  })
  for (const { stdout } of await Promise.all(checks)) expect(stdout).toBe('')
})

test.each([
  ['this Node by import', () => process.execPath, 'tasks.mjs'],
  ['this Node by require', () => process.execPath, 'tasks.cjs'],
  ['Node 18 by import', node18, 'tasks.mjs'],
  ['Node 18 by require', node18, 'tasks.cjs'],
])('the tasks of the README work with %s', async (_with, program, file) => {
  const { credentials } = await newDealer(system)
  const { apiUserId: API_USER_ID, secretKey: SECRET_KEY } = credentials
  const env = { PATH: process.env['PATH'], BASE_URL: system.baseUrl, API_USER_ID, SECRET_KEY }
  const { stdout, stderr } = await run(program(), [join('node16', file)], { cwd: folder, env })
  const printed = stdout.trimEnd().split('\n')
  expect(printed).toEqual(printedByTasks(printed[0]?.split(' ')[0] ?? ''))
  expect(stderr).toBe('')
})

test('plain JavaScript may hold it by import and by require, and errors are of the classes of both', async () => {
  const program = `
    import { createRequire } from 'node:module'
    import * as imported from 'sarraf-client'
    const required = createRequire(import.meta.url)('sarraf-client')
    const nobody = { baseUrl: 'http://127.0.0.1:9', apiUserId: 'desk', secretKey: 'secret', tries: 1 }
    const error = await imported.sarraf(nobody).GET('/v1/expenses').catch((thrown) => thrown)
    class Own extends imported.SarrafError {}
    const { ConnectionFailed, NotFound, SarrafError } = required
    console.log([ConnectionFailed, SarrafError, Error, NotFound, Own].map((type) => error instanceof type).join())
    console.log(imported.ConnectionFailed === ConnectionFailed)`
  const { stdout } = await run(node18(), ['--input-type=module', '--eval', program], {
    cwd: folder,
  })
  expect(stdout).toBe('true,true,true,false,false\nfalse\n')
})

test('it works in a browser, and nothing of it is of Node', async () => {
  const { credentials } = await newDealer(system)
  const bundled = ['browser.ts', '--bundle', '--platform=browser', '--outfile=browser.js']
  const { stderr } = await run(join(tools, 'esbuild'), bundled, { cwd: folder })
  expect(stderr).not.toMatch(/warning|error/i)
  const { page } = await open({ bypassCSP: true })
  await page.goto(system.baseUrl)
  await page.addScriptTag({ path: join(folder, 'browser.js') })
  const { apiUserId, secretKey } = credentials
  const call = `show(${JSON.stringify(apiUserId)}, ${JSON.stringify(secretKey)})`
  expect(await page.evaluate(call)).toEqual(['321', '321', 'NotFound', 'WebhookRefused'])
})
