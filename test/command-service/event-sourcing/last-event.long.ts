import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Parse } from 'typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import { newClient } from '#kernel/platform/event-store/client.ts'
import { readPlace } from '#kernel/platform/event-store/kept-place.ts'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { apiAt } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'

const system = systemForThisFile()
type Client = ReturnType<typeof newClient>

async function fileForThisTest() {
  const folder = await temporaryFolder('last-event')
  return join(folder, 'last-event.json')
}

const Readiness = Type.Object({ missing: Type.Optional(Type.Array(Type.String())) })

const missingAt = async (url: string) => {
  const answer = await fetch(`${url}/health/ready`)
  return Parse(Readiness, await answer.json()).missing ?? []
}

test('the last acknowledged event is kept outside the database, and a log without it is not written to', async () => {
  const file = await fileForThisTest()
  const { credentials } = await newDealer(system)
  const first = await anotherCommandService(system, { LAST_EVENT: file })
  const { id } = createdIn(await apiAt(first.url, credentials).post('/v1/expenses', manual()))
  await first.close()
  const kept = readPlace(await readFile(file, 'utf8'))
  expect(kept.lastEvent?.stream).toContain(id)

  const second = await anotherCommandService(system, { LAST_EVENT: file })
  await expect.poll(() => missingAt(second.url)).toEqual([])
  await second.close()

  const later = { id: crypto.randomUUID(), stream: `expenseVoucher-${id}`, revision: '40' }
  const position = '99999999999'
  const lost = JSON.stringify({ position, lastEvent: { ...later, position } })
  await writeFile(file, lost)
  const third = await anotherCommandService(system, { LAST_EVENT: file })
  await expect
    .poll(() => missingAt(third.url))
    .toContainEqual(expect.stringMatching(/^event store: logSetBack: /))
  const api = apiAt(third.url, credentials, { mayFail: true })
  expect((await api.post('/v1/expenses', manual({ amount: 9 }))).status).toBe(503)
  await third.close()
  expect(await readFile(file, 'utf8')).toBe(lost)
})

test.for([
  ['cut', (client: Client, stream: string) => client.setStreamMetadata(stream, { maxCount: 1 })],
  ['deleted', (client: Client, stream: string) => client.deleteStream(stream)],
] as const)(
  'the last event goes on being kept although the one in the file stands in a stream that was %s',
  async ([, damage]) => {
    const file = await fileForThisTest()
    const { credentials } = await newDealer(system)
    const first = await anotherCommandService(system, { LAST_EVENT: file })
    const api = apiAt(first.url, credentials)
    const draft = manual({ isDraft: true, allowDuplicate: true })
    const { id } = createdIn(await api.post('/v1/expenses', draft))
    await first.close()
    const kept = await readFile(file, 'utf8')
    const { stream } = readPlace(kept).lastEvent ?? {}
    expect(stream).toBe(`expenseVoucher-${id}`)

    const second = await anotherCommandService(system)
    const deleted = await apiAt(second.url, credentials).delete(`/v1/expenses/${id}`)
    expect(deleted.status).toBe(200)
    await second.close()
    const administrator = newClient(system.eventStoreUrl)
    onTestFinished(() => administrator.dispose())
    await damage(administrator, `${stream}`)

    const third = await anotherCommandService(system, { LAST_EVENT: file })
    await expect.poll(() => missingAt(third.url)).toEqual([])
    const again = manual({ allowDuplicate: true })
    const later = createdIn(await apiAt(third.url, credentials).post('/v1/expenses', again))
    await third.close()
    const keptLater = readPlace(await readFile(file, 'utf8'))
    expect(keptLater.lastEvent?.stream).toBe(`expenseVoucher-${later.id}`)
  },
)

test('a file that holds no place stops the start with its name', async () => {
  const file = await fileForThisTest()
  await writeFile(file, '{"position":')
  await expect(anotherCommandService(system, { LAST_EVENT: file })).rejects.toThrow(
    'LAST_EVENT names a file that holds no place of a log',
  )
})
