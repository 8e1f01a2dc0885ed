import { expect, test } from 'vitest'
import { type Draft, newDraft } from './credit-note.ts'
import { integratorForThisTest } from './integrator.ts'

test('numbers are gapless for each company, prefix and year', async () => {
  const { integrator, verified } = await integratorForThisTest()
  const numberOf = async (draft: Draft) => {
    const { uuid, code } = await verified(draft)
    await integrator.submit(uuid, '12345')
    return (await integrator.submit(uuid, code)).body
  }
  const otherCompany = (xml: string) => xml.replace('4840847211', '0843118681')
  const otherYear = (xml: string) => xml.replace('>2026-11-20<', '>2025-12-30<')
  const drafts = [
    newDraft(),
    newDraft(),
    newDraft(otherCompany),
    newDraft(otherYear),
    { ...newDraft(), serial: 'EGP' },
    { ...newDraft(), serial: null },
    newDraft(),
  ]
  const numbers = []
  for (const draft of drafts) numbers.push(await numberOf(draft))
  expect(numbers).toMatchObject([
    { number: 'ABC2026000000001' },
    { number: 'ABC2026000000002' },
    { number: 'ABC2026000000001' },
    { number: 'ABC2025000000001' },
    { number: 'EGP2026000000001' },
    { number: 'SRF2026000000001' },
    { number: 'ABC2026000000003' },
  ])
})

test('a code ends after three minutes', async () => {
  const { integrator, state, prepared } = await integratorForThisTest()
  const uuid = await prepared()
  const sendAgo = (milliseconds: number) =>
    state.messages.send({
      phone: '905321234567',
      code: '123456',
      documentUuid: uuid,
      sentAt: new Date(Date.now() - milliseconds).toISOString(),
    })
  sendAgo(180_001)
  expect(await integrator.submit(uuid, '123456')).toMatchObject({
    status: 422,
    body: { code: 'CODE_EXPIRED' },
  })
  expect((await integrator.status(uuid)).body).toMatchObject({ state: 'draft' })
  sendAgo(170_000)
  expect(await integrator.submit(uuid, '123456')).toMatchObject({ status: 200 })
})

test('an unreadable submission is counted as arrived', async () => {
  const { url, integrator, prepared } = await integratorForThisTest()
  const uuid = await prepared()
  const headers = { 'content-type': 'application/json' }
  const unreadable = { method: 'POST', headers, body: '{"code": ' }
  const answer = await fetch(`${url}/e-vouchers/${uuid}/submit`, unreadable)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ code: 'BAD_REQUEST' })
  expect(await integrator.submit(uuid, 'abc')).toMatchObject({ status: 400 })
  expect(await integrator.shown(uuid)).toMatchObject({ state: 'draft', submissions: 2 })
})

test('the same uuid again replaces the draft', async () => {
  const { integrator, prepared } = await integratorForThisTest()
  const draft = newDraft()
  const uuid = await prepared(draft)
  const document = draft.document.replace('hurda altın', 'altın bilezik')
  await prepared({ ...draft, document, phone: '905550000000' })
  await integrator.sms(uuid)
  expect(await integrator.file(uuid, 'xml').then((response) => response.text())).toBe(document)
})

test.each([
  ['a phone that is none', { phone: '0532 123 45 67' }],
  ['a serial that is none', { serial: 'abcd' }],
  ['no document', { document: undefined }],
  ['a uuid that is none', { uuid: 'K-1' }],
])('%s is answered 400 with a code and a text', async (_what, change) => {
  const { integrator } = await integratorForThisTest()
  const draft = newDraft()
  expect(await integrator.prepare({ ...draft, ...Object(change) })).toEqual({
    status: 400,
    body: { code: 'BAD_REQUEST', message: expect.any(String) },
  })
})
