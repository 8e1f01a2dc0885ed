import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { freePort } from '#stack/free-port.ts'
import { newFolder, removeFolder } from '#test/support/folders.ts'
import { loginRole } from '#test/support/login-role.ts'

const run = promisify(execFile)
const START_WITHIN_MS = 120_000
/** Two keys of the company. */
export const benchKeys = {
  bench: { apiUserId: 'bench', secretKey: 'bench-secret-of-some-length' },
  other: { apiUserId: 'bench-other', secretKey: 'another-secret-of-some-length' },
} as const
const CREDENTIALS = `${benchKeys.bench.apiUserId}:${benchKeys.bench.secretKey}`
const COMPANY = 'be0000000000000000000001'

const StackFile = Type.Object({
  baseUrl: Type.String(),
  commandUrl: Type.String(),
  databaseUrl: Type.String(),
  databases: Type.Record(loginRole, Type.String()),
  eventStoreUrl: Type.String(),
  sandboxUrl: Type.String(),
  pids: Type.Record(Type.String(), Type.Integer()),
})

export type BenchSystem = Awaited<ReturnType<typeof startSystem>>

interface Different {
  readonly environment?: Readonly<Record<string, string>>
  /** In the company's settings. */
  readonly settings?: Readonly<Record<string, unknown>>
}

/** The whole system, as `npm start` starts it, in a folder of its own, with one company. */
export async function startSystem(different: Different = {}) {
  const folder = await newFolder('bench')
  const environment = {
    ...process.env,
    DATA_DIR: folder,
    PORT: String(await freePort()),
    DEMO: 'false',
    LOG_LEVEL: 'warn',
    RATE_PER_KEY: '0',
    ...different.environment,
  }
  const supervisor = spawn(process.execPath, ['local-stack/main.ts'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await isReady(supervisor)
  await importCompany(folder, environment, different.settings)
  const stack = Value.Parse(
    StackFile,
    JSON.parse(await readFile(join(folder, 'stack.json'), 'utf8')),
  )
  const vaultKey = (await readFile(join(folder, 'vault.key'), 'utf8')).trim()
  const agent = new Agent({ keepAlive: true, maxSockets: 128 })
  return {
    ...stack,
    vaultKey,
    /** Below the system's own address, unless another one is given in full. */
    call: (method: 'GET' | 'POST', path: string, data?: unknown, key?: string) =>
      call(agent, { method, url: new URL(path, stack.baseUrl), data, key }),
    close: async () => {
      agent.destroy()
      supervisor.kill('SIGTERM')
      await once(supervisor, 'exit')
      await removeFolder(folder)
    },
  }
}

async function isReady(supervisor: ChildProcess) {
  const { stdout } = supervisor
  if (stdout === null) throw new Error('the system has no output')
  let output = ''
  const ready = Promise.withResolvers<void>()
  stdout.on('data', (chunk) => {
    output += String(chunk)
    if (/^ready: /m.test(output)) ready.resolve()
  })
  supervisor.once('exit', () => ready.reject(new Error(`the system did not start:\n${output}`)))
  const late = setTimeout(
    () => ready.reject(new Error('the system starts too long')),
    START_WITHIN_MS,
  )
  await ready.promise.finally(() => clearTimeout(late))
}

async function importCompany(folder: string, env: NodeJS.ProcessEnv, settings: object = {}) {
  const file = join(folder, 'company.ndjson')
  const lines = company(settings).map((line) => JSON.stringify(line))
  await writeFile(file, `${lines.join('\n')}\n`)
  await run(process.execPath, ['operator/main.ts', 'import', file], { env })
}

const company = (settings: object) => [
  {
    kind: 'company',
    data: { id: COMPANY, title: 'Bench Kuyumculuk', taxNumber: '3881204554' },
  },
  {
    kind: 'companySettings',
    data: { companyId: COMPANY, expense: { active: true, serial: 'BN' }, ...settings },
  },
  ...Object.values(benchKeys).map((key) => ({
    kind: 'apiKey',
    data: { companyId: COMPANY, ...key, validUntil: '2099-12-31T00:00:00Z' },
  })),
  { kind: 'price', data: { companyId: COMPANY, material: 'gold', price: '5900' } },
  {
    kind: 'template',
    data: {
      companyId: COMPANY,
      id: 'be0000000000000000000002',
      key: 'hurda-22',
      title: '22 ayar hurda altın',
      lineName: '22 Ayar Hurda Altın',
      material: 'gold',
      unitType: 'GRM',
      exchange: '0.916',
      isDefault: true,
    },
  },
]

interface HttpCall {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  readonly data: unknown
  /** An `Idempotency-Key`. */
  readonly key?: string | undefined
}

/** The leanest client there is: what it costs is taken from the system under test. */
function call(agent: Agent, { method, url, data, key }: HttpCall) {
  const answer = Promise.withResolvers<{ status: number; body: string }>()
  const body = data === undefined ? undefined : JSON.stringify({ data })
  const headers = {
    authorization: `Basic ${Buffer.from(CREDENTIALS).toString('base64')}`,
    ...(key !== undefined && { 'idempotency-key': key }),
    ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  }
  const sent = request(url, { method, agent, headers }, (response) => {
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (chunk) => {
      text += String(chunk)
    })
    response.on('end', () => answer.resolve({ status: response.statusCode ?? 0, body: text }))
    response.on('error', answer.reject)
  })
  sent.on('error', answer.reject)
  sent.end(body)
  return answer.promise
}
