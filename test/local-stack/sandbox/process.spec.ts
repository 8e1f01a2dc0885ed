import { once } from 'node:events'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { bodyOf, end, post, put, startSandboxProcess } from '#test/support/running-sandbox.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { newDraft } from './credit-note.ts'
import { integratorAt } from './integrator.ts'

const sentMessages = Compile(
  Type.Object({
    messages: Type.Array(Type.Object({ documentUuid: Type.String(), code: Type.String() })),
  }),
)

test('answered calls survive a killed process', async () => {
  const folder = await temporaryFolder('sandbox')
  const first = await startSandboxProcess(folder)
  await put(`${first.url}/__sandbox/taxpayers/4840847211`, { eInvoice: true })
  await post(`${first.url}/__sandbox/faults`, {
    operation: 'taxpayer.lookup',
    mode: 'error',
    times: 2,
  })
  expect((await fetch(`${first.url}/taxpayers/4840847211`)).status).toBe(500)
  expect(await end(first.child, 'SIGKILL')).toBeNull()

  const second = await startSandboxProcess(folder)
  expect(await bodyOf(`${second.url}/__sandbox/calls`)).toHaveProperty('calls.length', 1)
  expect((await fetch(`${second.url}/taxpayers/4840847211`)).status).toBe(500)
  expect(await bodyOf(`${second.url}/taxpayers/4840847211`)).toMatchObject({ eInvoice: true })
})

test('a draft, its code and the taken numbers survive a killed process', async () => {
  const folder = await temporaryFolder('sandbox')
  const first = await startSandboxProcess(folder)
  const before = integratorAt(first.url)
  const [accepted, open] = [newDraft(), newDraft()]
  for (const draft of [accepted, open]) {
    await before.prepare(draft)
    await before.sms(draft.uuid)
  }
  const answer = await before.submit(accepted.uuid, await newestCode(first.url, accepted.uuid))
  await end(first.child, 'SIGKILL')

  const second = await startSandboxProcess(folder)
  const after = integratorAt(second.url)
  expect(await after.submit(accepted.uuid, '000000')).toEqual(answer)
  expect(await after.shown(accepted.uuid)).toMatchObject({ submissions: 2 })
  const code = await newestCode(second.url, open.uuid)
  expect(await after.submit(open.uuid, code)).toMatchObject({
    body: { number: 'ABC2026000000002' },
  })
})

test('no code is written to the log', async () => {
  const { child, url, log } = await startSandboxProcess(await temporaryFolder('sandbox'), 'trace')
  const integrator = integratorAt(url)
  const draft = newDraft()
  await integrator.prepare(draft)
  await integrator.sms(draft.uuid)
  const code = await newestCode(url, draft.uuid)
  await integrator.submit(draft.uuid, '98765432')
  await integrator.submit(draft.uuid, code)
  const metrics = await fetch(`${url}/metrics`).then((response) => response.text())
  await end(child, 'SIGTERM')

  expect(log()).toContain('voucher.submit')
  for (const secret of [code, '98765432']) {
    const alone = new RegExp(`\\b${secret}\\b`)
    expect(log()).not.toMatch(alone)
    expect(metrics).not.toMatch(alone)
  }
})

test('SIGTERM ends it in order during a call that is never answered', async () => {
  const { child, url } = await startSandboxProcess(await temporaryFolder('sandbox'))
  await post(`${url}/__sandbox/faults`, { operation: 'taxpayer.lookup', mode: 'timeout' })
  const silent = fetch(`${url}/taxpayers/4840847211`)
  const calls = () => bodyOf(`${url}/__sandbox/calls`)
  await expect.poll(calls).toHaveProperty('calls.length', 1)

  await Promise.all([
    expect(silent).rejects.toThrow('fetch failed'),
    expect(end(child, 'SIGTERM')).resolves.toBe(0),
  ])
})

test('it ends in order when its parent process is gone', async () => {
  const { child } = await startSandboxProcess(await temporaryFolder('sandbox'))
  const exited = once(child, 'exit')
  child.disconnect()
  expect(await exited).toEqual([0, null])
})

async function newestCode(url: string, uuid: string): Promise<string> {
  const body = await bodyOf(`${url}/__sandbox/sms?phone=905321234567`)
  const { messages } = sentMessages.Parse(body)
  return messages.find(({ documentUuid }) => documentUuid === uuid)?.code ?? 'none'
}
