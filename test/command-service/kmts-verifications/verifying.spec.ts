import { expect, test } from 'vitest'
import { ask, callsAt, listIn, newShop, PATH, verificationIn } from '#test/support/kmts-queries.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { refusal } from '#test/support/system-client.ts'

const system = systemForThisFile()

test('a code that the register knows is verified, with every field of its entry', async () => {
  const { api } = await newShop(system)

  const answer = await ask(api, 'KMV-0001')

  expect(answer.status).toBe(201)
  expect(verificationIn(answer)).toMatchObject({
    scannedCode: 'KMV-0001',
    outcome: 'verified',
    isVerified: true,
    status: 'ACTIVE',
    activationDate: '2026-03-02T08:30:00.000Z',
    weight: 1.005,
    metal: 'Altın',
    source: 'api',
    errorCode: null,
    errorMessage: null,
    retryable: false,
  })
})

test.each([
  ['KMN-1', 'not_found'],
  ['KMX-1', 'invalid'],
  ['8690000000001', 'not_found'],
])('the code %s is answered 201, too: %s', async (code, outcome) => {
  const { api } = await newShop(system)

  const answer = await ask(api, code)

  expect(answer.status).toBe(201)
  expect(verificationIn(answer)).toMatchObject({ outcome, isVerified: false, weight: null })
})

test('the answer is the record that can be read at once, alone and in the list', async () => {
  const { api } = await newShop(system)
  const answers = await Promise.all(['KMV-1', 'KMN-2', 'KMX-3'].map((code) => ask(api, code)))

  for (const answer of answers) {
    const made = verificationIn(answer)
    expect(verificationIn(await api.get(`${PATH}/${made.id}`))).toEqual(made)
    expect(listIn(await api.get(`${PATH}?scannedCode=${made.scannedCode}`))).toEqual([made])
    expect(made.createdAt.slice(0, 23)).toBe(made.checkedAt.slice(0, 23))
    expect(made.durationMs).toBe(Date.parse(made.completedAt ?? '') - Date.parse(made.checkedAt))
    expect(answer.headers['x-event-position']).toMatch(/^\d+$/)
  }
})

test('a code is trimmed and converted to capitals independently of the locale', async () => {
  const { api } = await newShop(system)

  const { id, scannedCode } = verificationIn(await ask(api, '  kmv-ıi-ş1 '))

  expect(scannedCode).toBe('KMV-II-Ş1')
  const [found] = listIn(await api.get(`${PATH}?scannedCode=${encodeURIComponent(' kmv-ii-ş1')}`))
  expect(found?.id).toBe(id)
})

test.each([
  ['nothing', {}, 'data.scannedCode', 'required'],
  ['an empty code', { scannedCode: '' }, 'data.scannedCode', 'minLength'],
  ['blanks', { scannedCode: '   ' }, 'data.scannedCode', 'minLength'],
  ['a code of 65 characters', { scannedCode: 'K'.repeat(65) }, 'data.scannedCode', 'maxLength'],
  ['a number', { scannedCode: 869 }, 'data.scannedCode', 'type'],
  ['null', { scannedCode: null }, 'data.scannedCode', 'type'],
  ['a control character', { scannedCode: 'K\u0000V' }, 'data.scannedCode', 'pattern'],
  ['a line break', { scannedCode: 'KMV\n1' }, 'data.scannedCode', 'pattern'],
  ['a tab', { scannedCode: 'KMV\t1' }, 'data.scannedCode', 'pattern'],
  ['an invisible character', { scannedCode: 'KMV\u200b1' }, 'data.scannedCode', 'pattern'],
  ['more in capitals', { scannedCode: 'ß'.repeat(33) }, 'data.scannedCode', 'maxLength'],
  ['another field', { scannedCode: 'KMV', source: 'mobile' }, 'data.source', 'unknown'],
])('%s is refused without a call to the register', async (_what, data, field, rule) => {
  const { api } = await newShop(system)
  const calls = await callsAt(system)

  expect(refusal(await api.post(PATH, data))).toEqual([400, 'VALIDATION_FAILED', [{ field, rule }]])

  expect(await callsAt(system)).toEqual(calls)
  expect((await api.get(PATH)).meta?.total).toBe(0)
})

test('64 characters count after trimming', async () => {
  const { api } = await newShop(system)
  const code = `KMV${'7'.repeat(61)}`

  expect(verificationIn(await ask(api, `  ${code}  `)).scannedCode).toBe(code)
  expect(verificationIn(await ask(api, 'ß'.repeat(32))).scannedCode).toBe('S'.repeat(64))
})

test('the same code may be queried again, and each query is in the history', async () => {
  const { api } = await newShop(system)

  const first = verificationIn(await ask(api, 'KMV-1'))
  const second = verificationIn(await ask(api, 'KMV-1'))

  expect(listIn(await api.get(PATH)).map(({ id }) => id)).toEqual([second.id, first.id])
})

test('the attempt’s id is the request id at the register', async () => {
  const { api } = await newShop(system)
  const before = await callsAt(system)

  const { requestId } = await ask(api, 'KMV-1')

  const seen = (await callsAt(system)).filter((id) => !before.includes(id))
  expect(seen).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  expect(seen).not.toContain(requestId)
})
