import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { newFolder, removeFolder } from '#test/support/folders.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { nodeTools } from './node-tools.ts'
import { pythonTools } from './python-tools.ts'

const system = systemForThisFile()
const run = promisify(execFile)

/** Where the document is, and what is made of it. */
let folder = ''

beforeAll(async () => {
  folder = await newFolder('generated')
  const served = await fetch(`${system.baseUrl}/v1/openapi.json`)
  await writeFile(join(folder, 'openapi.json'), await served.text())
  await writeFile(join(folder, '.spectral.yaml'), 'extends: spectral:oas\n')
  await Promise.all([nodeTools(), pythonTools()])
  return () => removeFolder(folder)
})

const typeChecking = {
  compilerOptions: {
    noEmit: true,
    strict: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
  },
  files: ['types/api.d.ts', 'hey-api/index.ts', 'orval/api.ts'],
}

async function said(program: string, args: readonly string[], env = process.env) {
  const { stdout, stderr } = await run(program, args, { cwd: folder, env })
  return stdout + stderr
}

const tool = async (name: string, ...args: string[]) => said(join(await nodeTools(), name), args)

test('Spectral finds nothing in the document', async () => {
  expect(await tool('spectral', 'lint', '--fail-severity=hint', 'openapi.json')).toContain(
    'No results',
  )
})

test('three generators make TypeScript of it without a warning, and TypeScript takes it', async () => {
  const outputs = [
    await tool('openapi-typescript', 'openapi.json', '--output=types/api.d.ts'),
    await tool('openapi-ts', '--input=openapi.json', '--output=hey-api'),
    await tool('orval', '--input=openapi.json', '--output=orval/api.ts', '--client=fetch'),
  ]
  expect(outputs.join('\n')).not.toMatch(/warn|error|skip|deprecat/i)

  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(typeChecking))
  expect(await tool('tsc')).toBe('')
  const types = await readFile(join(folder, 'types/api.d.ts'), 'utf8')
  expect(types).toBe(await readFile('client/generated/api.d.ts', 'utf8'))
})

test('openapi-python-client makes a client without a warning, and the client works', async () => {
  const { env, program } = await pythonTools()
  const from = ['generate', '--path=openapi.json', '--output-path=python', '--fail-on-warning']
  expect(await said(program('openapi-python-client'), from, env)).not.toMatch(/warn|skip/i)

  const { credentials } = await newDealer(system)
  const { apiUserId, secretKey } = credentials
  const TOKEN = Buffer.from(`${apiUserId}:${secretKey}`).toString('base64')
  const PYTHONPATH = `${env.PYTHONPATH}:${join(folder, 'python')}`
  const caller = { ...env, PYTHONPATH, TOKEN, BASE_URL: system.baseUrl }
  const call = resolve(import.meta.dirname, 'tools/call.py')
  expect(await said('python3', [call], caller)).toBe('[(True, 5000.5)] CreatedVoucherResponse\n')
})
