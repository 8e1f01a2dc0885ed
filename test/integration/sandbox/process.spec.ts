import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import {
  bodyOf,
  end,
  folderForThisTest,
  post,
  put,
  startSandboxProcess,
} from './running-sandbox.ts'

test('what it has answered outlives a killed process', async () => {
  const folder = await folderForThisTest()
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

test('SIGTERM ends it in order while a call waits in vain', async () => {
  const { child, url } = await startSandboxProcess(await folderForThisTest())
  await post(`${url}/__sandbox/faults`, { operation: 'taxpayer.lookup', mode: 'timeout' })
  const silent = fetch(`${url}/taxpayers/4840847211`)
  const calls = () => bodyOf(`${url}/__sandbox/calls`)
  await vi.waitFor(async () => expect(await calls()).toHaveProperty('calls.length', 1))

  await Promise.all([
    expect(silent).rejects.toThrow('fetch failed'),
    expect(end(child, 'SIGTERM')).resolves.toBe(0),
  ])
})

test('it ends in order when its parent is gone', async () => {
  const { child } = await startSandboxProcess(await folderForThisTest())
  const exited = once(child, 'exit')
  child.disconnect()
  expect(await exited).toEqual([0, null])
})
