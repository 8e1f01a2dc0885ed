import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { newFolder, removeFolder } from '#test/support/folders.ts'
import { pythonPackages } from '#test/support/python-packages.ts'
import { electronicDealer, messagesTo } from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer } from '#test/support/system-dealer.ts'

const system = systemForThisFile({ SMS_COOLDOWN_SECONDS: '0' })
const run = promisify(execFile)
const client = resolve('client/python')

/** The seller of the README. */
const PHONE = '905321234567'

/** The folder of somebody who has the wheel, an empty environment for each Python, and nothing else. */
let folder = ''
let environments: readonly string[] = []

beforeAll(async () => {
  folder = await newFolder('python')
  const wanted = await readFile(join(client, 'generator/requirements.txt'), 'utf8')
  const GENERATOR_PACKAGES = await pythonPackages(wanted.trim().split('\n'))
  const env = { ...process.env, GENERATOR_PACKAGES }
  await run('sh', [join(client, 'build.sh'), folder], { env })
  environments = await Promise.all((await pythons()).map(installed))
  return () => removeFolder(folder)
  // The first time it downloads the generator.
}, 600_000)

const wheel = () => join(folder, 'sarraf-1.0.0-py3-none-any.whl')

/** The oldest Python that the client works with, if it is here, and the newest here. */
async function pythons(): Promise<readonly string[]> {
  const versions = join(homedir(), '.pyenv/versions')
  const names = existsSync(versions) ? await readdir(versions) : []
  const minorOf = (name: string) => Number(/^3\.(\d+)\.\d+$/.exec(name)?.[1])
  const usable = names
    .filter((name) => minorOf(name) >= 9)
    .toSorted((one, other) => minorOf(one) - minorOf(other))
    .map((name) => join(versions, name, 'bin/python'))
  const [oldest, newest] = [usable.at(0), usable.at(-1)]
  if (oldest === undefined || newest === undefined) return ['python3']
  return oldest === newest ? [oldest] : [oldest, newest]
}

async function installed(python: string, index: number): Promise<string> {
  const place = join(folder, `environment-${index}`)
  await run(python, ['-m', 'venv', place])
  const program = join(place, 'bin/python')
  await run(program, ['-m', 'pip', 'install', '--quiet', wheel()])
  return program
}

/** The blocks of Python in the README: a whole program, and then one for each task. */
async function readmeBlocks(): Promise<readonly string[]> {
  const readme = await readFile(join(client, 'README.md'), 'utf8')
  return [...readme.matchAll(/^```python\n([^]*?)^```$/gm)].map(([, block = '']) => block)
}

const caller = (credentials: { readonly apiUserId: string; readonly secretKey: string }) => ({
  PATH: process.env['PATH'],
  PYTHONUNBUFFERED: '1',
  PYTHONDONTWRITEBYTECODE: '1',
  BASE_URL: system.baseUrl,
  API_USER_ID: credentials.apiUserId,
  SECRET_KEY: credentials.secretKey,
})

test('each task of the README takes five lines at most, and 400 lines are written by hand', async () => {
  const [, ...tasks] = await readmeBlocks()
  expect(tasks).toHaveLength(8)
  for (const task of tasks) expect(task.trim().split('\n').length, task).toBeLessThanOrEqual(5)
  const files = (await readdir(join(client, 'sarraf'))).filter((name) => name.endsWith('.py'))
  const texts = await Promise.all(
    files.map((name) => readFile(join(client, 'sarraf', name), 'utf8')),
  )
  const lines = texts.flatMap((text) => text.split('\n'))
  const code = lines.filter((line) => !/^\s*($|#|"""[^"]*"""$)/.test(line))
  expect(code.length).toBeLessThanOrEqual(400)
})

test('the wheel has the licence of the project and says that it has types', async () => {
  const list = 'import sys, zipfile; print("\\n".join(zipfile.ZipFile(sys.argv[1]).namelist()))'
  const { stdout } = await run('python3', ['-c', list, wheel()])
  expect(stdout).toContain('sarraf-1.0.0.dist-info/licenses/LICENSE')
  expect(stdout).toContain('sarraf/py.typed')
})

test('the program of the README takes a voucher to the official document with each Python', async () => {
  const [program = ''] = await readmeBlocks()
  await writeFile(join(folder, 'sell.py'), program)
  for (const python of environments) {
    const { credentials } = await electronicDealer(system)
    const sent = (await messagesTo(system, PHONE)).length
    const seller = spawn(python, ['sell.py'], { cwd: folder, env: caller(credentials) })
    onTestFinished(() => void seller.kill())
    let printed = ''
    seller.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
    seller.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text))
    const exited = once(seller, 'close')
    const asks = vi.waitFor(() => expect(printed).toContain('Code from'), { timeout: 60_000 })
    await Promise.race([asks, exited])
    const messages = await messagesTo(system, PHONE)
    expect(messages, printed).toHaveLength(sent + 1)
    seller.stdin.write(`${messages[0]?.code}\n`)
    expect(await exited, printed).toEqual([0, null])
    expect(printed).toMatch(/official as KUY\d{13}\n[0-9a-f]{24} \S+ is there\n$/)
  }
})

const START = `
import asyncio, base64, hashlib, hmac, os, time
from types import SimpleNamespace
from typing import Any
from sarraf import *
from sarraf.models import *

connection = (os.environ["BASE_URL"], os.environ["API_USER_ID"], os.environ["SECRET_KEY"])
client = Sarraf(*connection)
copy: dict[str, Any] = {}
cursor = None
signed = b'{"type":"sarraf.invoice.InvoiceIssued.v1","subject":"65a1"}'
at = str(int(time.time()))
mac = hmac.new(base64.b64decode("b2xk"), b"msg_1." + at.encode() + b"." + signed, hashlib.sha256).digest()
headers = {"Webhook-Id": "msg_1", "webhook-timestamp": at, "webhook-signature": "v1,bm8= v1," + base64.b64encode(mac).decode()}
request = SimpleNamespace(body=signed, headers=headers)
seller = CustomerInfo(address="Çınar Sk. 3", cities="Fatih", states="İstanbul", phone="905321234500")
draft = client.create_voucher(CreateVoucherBody(CreateVoucherInputManual("manual", "10000000146", 100, "Ayşe Gül Yılmaz", seller, is_draft=True))).data
client.prepare_e_document(draft.id, PrepareEDocumentBody(PrepareEDocumentInput()))
`

/** All tasks one after the other; the one with `async` in a function. */
async function tasksProgram(): Promise<string> {
  const [, ...tasks] = await readmeBlocks()
  const written = tasks.map((task) =>
    task.startsWith('async')
      ? `async def main() -> None:\n${task.replace(/^(?=.)/gm, '    ')}\nasyncio.run(main())\n`
      : task,
  )
  return [START, ...written, 'print("copy", len(copy), "made", made.data.amount)'].join('\n')
}

test('the tasks of the README work with each Python', async () => {
  await writeFile(join(folder, 'tasks.py'), await tasksProgram())
  for (const python of environments) {
    const { credentials } = await electronicDealer(system)
    const env = caller(credentials)
    const { stdout } = await run(python, ['tasks.py'], { cwd: folder, env })
    const [listed = '', ...rest] = stdout.trimEnd().split('\n')
    const id = listed.split(' ')[0]
    expect(rest).toEqual([
      'a page of 1',
      "['data.amount: minimum']",
      'listed 2',
      `async ${id}`,
      expect.stringMatching(/^async [0-9a-f]{24}$/),
      'msg_1 sarraf.invoice.InvoiceIssued.v1 65a1',
      'copy 1 made 250',
    ])
    expect(await readFile(join(folder, 'voucher.pdf'), 'latin1')).toMatch(/^%PDF-/)
  }
})

test('its own tests pass against a running system with each Python, and so does mypy', async () => {
  const requirements = join(client, 'tests/requirements.txt')
  for (const python of environments) {
    await run(python, ['-m', 'pip', 'install', '--quiet', '--no-deps', '-r', requirements])
    const { credentials } = await newDealer(system)
    const pytest = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', join(client, 'tests')]
    const { stdout } = await run(python, pytest, { cwd: folder, env: caller(credentials) }).catch(
      (error: { stdout: string }) => error,
    )
    expect(stdout).toMatch(/\n\d+ passed in /)
  }
  const newest = environments.at(-1) ?? ''
  const cache = ['--strict', '--cache-dir', join(folder, 'mypy')]
  for (const checked of ['sell.py', join(client, 'sarraf')]) {
    const { stdout } = await run(newest, ['-m', 'mypy', ...cache, checked], { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    )
    expect(stdout).toContain('Success: no issues found')
  }
})
