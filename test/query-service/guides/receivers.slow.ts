import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { LanguageName } from '#kernel/domain/messages/language.ts'
import { signatureHeaders } from '#publishing/webhooks/sending/signature.ts'
import { guideIn } from '#query/guides/guide.ts'
import { freePort } from '#stack/free-port.ts'
import { newFolder, removeFolder } from '#test/support/folders.ts'

const SECRET = Buffer.from('a secret of thirty-two bytes !!!').toString('base64')
const NEW_SECRET = Buffer.from('the secret that follows the first').toString('base64')

const programs = {
  ts: { name: 'receiver.ts', command: process.execPath },
  python: { name: 'receiver.py', command: 'python3' },
} as const

type Code = keyof typeof programs

const codeIn = (language: LanguageName, code: Code) =>
  new RegExp(`^\`\`\`${code}\\n([^]*?)^\`\`\`$`, 'm').exec(guideIn(language))?.[1] ?? ''

/** The receiver of a guide, as somebody who copies it runs it. */
async function receiverOf(language: LanguageName, code: Code) {
  const { name, command } = programs[code]
  // Here, so that it finds the packages of the project.
  const folder = await newFolder('receiver', import.meta.dirname)
  await writeFile(join(folder, name), codeIn(language, code))
  const port = await freePort()
  const child: ChildProcess = spawn(command, [join(folder, name)], {
    env: { ...process.env, WEBHOOK_SECRET: `whsec_${SECRET}`, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed = child.stdout === null ? Promise.resolve('') : text(child.stdout)
  const exited = once(child, 'exit')
  const end = async () => {
    child.kill()
    await exited
  }
  onTestFinished(async () => {
    await end()
    await removeFolder(folder)
  })
  const post = async (headers: Readonly<Record<string, string>>, body: string) =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status
  await vi.waitFor(() => post({}, '{}'), { timeout: 30_000, interval: 50 })
  return { post, printed, end }
}

test.each([
  ['en', 'ts'],
  ['en', 'python'],
  ['tr', 'ts'],
  ['tr', 'python'],
] as const)(
  'the receiver of the guide (%s, %s) takes what is ours, once',
  async (language, code) => {
    expect(codeIn(language, code).trim().split('\n').length).toBeLessThanOrEqual(20)
    const { post, printed, end } = await receiverOf(language, code)
    const now = Math.floor(Date.now() / 1_000)
    const body = '{"type":"sarraf.invoice.InvoiceIssued.v1","data":{"seller":"Şahin"}}'
    const signed = (id: string, timestamp: number, ...secrets: readonly string[]) =>
      signatureHeaders({ id, timestamp, body }, secrets)

    expect(await post(signed('one', now, SECRET), body)).toBe(204)
    expect(await post(signed('one', now, SECRET), body)).toBe(204)
    expect(await post(signed('two', now, NEW_SECRET, SECRET), body)).toBe(204)
    expect(await post(signed('three', now, NEW_SECRET), body)).toBe(401)
    expect(await post(signed('four', now - 600, SECRET), body)).toBe(401)
    expect(await post(signed('five', now, SECRET), `${body} `)).toBe(401)
    expect(await post({ ...signed('six', now, SECRET), 'webhook-id': 'seven' }, body)).toBe(401)
    expect(await post({}, body)).toBe(401)

    await end()
    expect((await printed).trim().split('\n')).toEqual([body, body])
  },
)
