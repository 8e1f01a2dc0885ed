import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { bodyOf } from '#test/support/running-sandbox.ts'
import { type Draft, newDraft } from './credit-note.ts'
import { integratorForThisTest } from './integrator.ts'

const draftStatus = {
  state: 'draft',
  number: null,
  acceptedAt: null,
  detail: null,
  reportStatus: null,
  cancelled: false,
}
const instant: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)

test('a document is drafted, its code is sent, and it is accepted under its number', async () => {
  const { url, integrator, codeOf } = await integratorForThisTest()
  const draft = newDraft()
  const { uuid } = draft

  expect(await integrator.prepare(draft)).toEqual({ status: 200, body: { uuid, state: 'draft' } })
  expect((await integrator.status(uuid)).body).toEqual({ uuid, ...draftStatus })

  const sent = await integrator.sms(uuid)
  expect(sent).toEqual({ status: 200, body: { uuid, sentAt: instant, validUntil: instant } })
  const { messages } = await bodyOf(`${url}/__sandbox/sms?phone=905321234567`).then(Object)
  expect(messages).toEqual([
    {
      phone: '905321234567',
      code: expect.stringMatching(/^\d{6}$/),
      documentUuid: uuid,
      sentAt: instant,
    },
  ])

  const number = 'ABC2026000000001'
  const submitted = await integrator.submit(uuid, codeOf(uuid))
  expect(submitted).toEqual({ status: 200, body: { uuid, number, acceptedAt: instant } })
  expect((await integrator.status(uuid)).body).toEqual({
    uuid,
    ...draftStatus,
    state: 'accepted',
    number,
    acceptedAt: instant,
    reportStatus: 'NotReported',
  })
  expect(await integrator.shown(uuid)).toEqual({
    uuid,
    kind: 'voucher',
    number,
    state: 'accepted',
    submissions: 1,
  })
})

test('a submission that is repeated answers the same and takes no second number', async () => {
  const { integrator, verified } = await integratorForThisTest()
  const { uuid, code } = await verified()
  const first = await integrator.submit(uuid, code)
  const again = await Promise.all([
    integrator.submit(uuid, code),
    integrator.submit(uuid, '000000'),
  ])
  expect(again).toEqual([first, first])
  expect(await integrator.shown(uuid)).toMatchObject({ submissions: 3 })

  const next = await verified()
  const { body } = await integrator.submit(next.uuid, next.code)
  expect(body).toMatchObject({ number: 'ABC2026000000002' })
})

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

test('a wrong code, an older one and one of another document leave the draft as it was', async () => {
  const { integrator, codeOf, verified } = await integratorForThisTest()
  const other = await verified()
  const { uuid, code: older } = await verified()
  await integrator.sms(uuid)
  const wrong = { status: 422, body: { code: 'CODE_WRONG' } }
  for (const code of ['1', other.code, older].filter((tried) => tried !== codeOf(uuid))) {
    expect(await integrator.submit(uuid, code)).toMatchObject(wrong)
  }
  expect((await integrator.status(uuid)).body).toEqual({ uuid, ...draftStatus })
  expect(await integrator.submit(uuid, codeOf(uuid))).toMatchObject({ status: 200 })
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

test('a document without a code is not submitted', async () => {
  const { integrator, prepared } = await integratorForThisTest()
  expect(await integrator.submit(await prepared(), '123456')).toMatchObject({
    status: 422,
    body: { code: 'CODE_WRONG' },
  })
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

test('a draft is cancelled once for all, an accepted document is not', async () => {
  const { integrator, prepared, accepted } = await integratorForThisTest()
  const draft = newDraft()
  const uuid = await prepared(draft)
  const cancelled = { status: 200, body: { uuid, state: 'cancelled' } }
  expect(await integrator.cancel(uuid)).toEqual(cancelled)
  expect(await integrator.cancel(uuid)).toEqual(cancelled)
  expect((await integrator.status(uuid)).body).toEqual({
    uuid,
    ...draftStatus,
    state: 'cancelled',
    cancelled: true,
  })
  const notADraft = { status: 409, body: { code: 'NOT_A_DRAFT' } }
  expect(await integrator.prepare(draft)).toMatchObject(notADraft)
  expect(await integrator.sms(uuid)).toMatchObject(notADraft)
  expect(await integrator.submit(uuid, '123456')).toMatchObject(notADraft)

  const final = await accepted()
  expect(await integrator.cancel(final)).toMatchObject({
    status: 409,
    body: { code: 'ALREADY_ACCEPTED' },
  })
  expect(await integrator.prepare({ ...newDraft(), uuid: final })).toMatchObject(notADraft)
  expect(await integrator.sms(final)).toMatchObject(notADraft)
  expect((await integrator.status(final)).body).toMatchObject({ state: 'accepted' })
})

test('an unknown uuid is not found', async () => {
  const { integrator } = await integratorForThisTest()
  const uuid = randomUUID()
  const notFound = { status: 404, body: { code: 'NOT_FOUND' } }
  expect(await integrator.status(uuid)).toMatchObject(notFound)
  expect(await integrator.sms(uuid)).toMatchObject(notFound)
  expect(await integrator.submit(uuid, '123456')).toMatchObject(notFound)
  expect(await integrator.cancel(uuid)).toMatchObject(notFound)
  expect((await integrator.file(uuid, 'xml')).status).toBe(404)
  expect(await integrator.shown(uuid)).not.toHaveProperty('submissions')
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
