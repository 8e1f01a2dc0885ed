import { expect, test } from 'vitest'
import { ElectronicVoucher } from '#kernel/contract/electronic-vouchers.ts'
import {
  bookedAs,
  callsOf,
  documentIn,
  electronicDealer,
  messagesTo,
  newDraft,
  refusedAs,
  seller,
  untilCode,
} from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { dataOf, refusal } from '#test/support/system-client.ts'
import { ANY_ID, createdIn, detailIn, fromBank, manual } from '#test/support/vouchers.ts'

const system = systemForThisFile({ SMS_COOLDOWN_SECONDS: '0' })

test('a draft is prepared, the seller receives a code, and the code submits the document', async () => {
  const dealer = await electronicDealer(system)
  const draft = await newDraft(system, dealer)
  const prepared = documentIn(await draft.prepare())
  expect(prepared).toMatchObject({ state: 'prepared', number: null, phone: draft.phone })
  const pending = documentIn(await draft.sms())
  expect(pending).toMatchObject({ state: 'verification_pending', uuid: prepared.uuid })
  const sent = await draft.confirm(await draft.code())
  expect(dataOf(ElectronicVoucher, sent)).toMatchObject({
    id: draft.id,
    documentMode: 'electronic',
    isFinalized: true,
    eDocument: {
      environment: 'test',
      uuid: prepared.uuid,
      number: expect.stringMatching(/^KUY20\d\d\d{9}$/),
      state: 'sent',
      providerStatus: 'succeed',
      errorCode: null,
    },
  })
  const detail = await draft.detail()
  expect(detail.eDocument).toEqual(documentIn(sent))
  expect(detail).toMatchObject({ isFinalized: true, isDraft: false, number: '1', serial: 'GP' })
  expect(await bookedAs(system, prepared.uuid)).toMatchObject({
    number: detail.eDocument?.number,
    submissions: 1,
  })
})

test('the response of every step equals the detail at that time', async () => {
  const draft = await newDraft(system, await electronicDealer(system))
  const shown = async () => (await draft.detail()).eDocument
  expect(documentIn(await draft.prepare())).toEqual(await shown())
  expect(documentIn(await draft.sms())).toEqual(await shown())
  expect(documentIn(await draft.status())).toEqual(await shown())
  await draft.confirm('0000')
  expect(documentIn(await draft.status())).toEqual(await shown())
  await draft.confirm(await draft.code())
  const checked = documentIn(await draft.status())
  expect(checked).toEqual(await shown())
  expect(checked).toMatchObject({ reportStatus: 'NotReported', cancelled: false })
})

test('each call carries the id of its attempt, and the documents of one serial follow each other', async () => {
  const dealer = await electronicDealer(system)
  const one = await newDraft(system, dealer)
  const other = await newDraft(system, dealer)
  const first = documentIn(await one.confirm(await untilCode(one))).number
  const second = documentIn(await other.confirm(await untilCode(other))).number
  expect(BigInt(second?.slice(3) ?? 0) - BigInt(first?.slice(3) ?? 0)).toBe(1n)
  const { eDocument } = await one.detail()
  const own = (await callsOf(system, 'voucher.submit')).filter(
    ({ uuid }) => uuid === eDocument?.uuid,
  )
  expect(own).toHaveLength(1)
  expect(own[0]?.requestId).toMatch(/^[0-9a-f-]{36}$/)
})

test('preparing again changes nothing, before and after the SMS', async () => {
  const draft = await newDraft(system, await electronicDealer(system))
  const prepared = documentIn(await draft.prepare())
  expect(documentIn(await draft.prepare())).toEqual(prepared)
  const pending = documentIn(await draft.sms())
  expect(documentIn(await draft.prepare())).toEqual(pending)
})

test('the code of the newest message counts, after a wrong one too', async () => {
  const draft = await newDraft(system, await electronicDealer(system))
  const old = await untilCode(draft)
  documentIn(await draft.sms())
  expect(await messagesTo(system, draft.phone)).toHaveLength(2)
  const fresh = await draft.code()
  const wrong = [old, '9999999'].find((code) => code !== fresh)
  const refused = await draft.confirm(wrong ?? '')
  expect(refusedAs(refused)).toEqual([422, 'E_DOCUMENT_REJECTED', 'verification_pending'])
  expect(refused.error?.details[0]).toMatchObject({
    errorCode: 'CODE_WRONG',
    attemptId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(documentIn(await draft.confirm(fresh)).state).toBe('sent')
})

test('a bank transaction is officially processed once its electronic voucher is sent', async () => {
  const dealer = await electronicDealer(system)
  const transaction = await dealer.transaction()
  const draft = await newDraft(system, dealer, { ...fromBank(transaction), amount: undefined })
  const second = fromBank(transaction, { isDraft: true, allowDuplicate: true })
  expect((await dealer.api.post('/v1/expenses', second)).error?.code).toBe('CONFLICT')
  const sent = documentIn(await draft.confirm(await untilCode(draft)))
  expect(sent.state).toBe('sent')
  expect((await dealer.api.post('/v1/expenses', second)).error?.code).toBe('CONFLICT')
})

test('a voucher that is no draft is paper, and paper has no electronic document', async () => {
  const dealer = await electronicDealer(system)
  const answer = await dealer.api.post('/v1/expenses', manual())
  const { id } = createdIn(answer)
  expect(detailIn(await dealer.api.get(`/v1/expenses/${id}`))).toMatchObject({
    documentMode: 'paper',
    state: null,
    eDocument: null,
  })
  const path = `/v1/expenses/${id}/e-document`
  const paper = [409, 'E_DOCUMENT_PAPER', []]
  expect(refusal(await dealer.api.post(`${path}/prepare`, {}))).toEqual(paper)
  expect(refusal(await dealer.api.post(`${path}/sms`, {}))).toEqual(paper)
  expect(refusal(await dealer.api.post(`${path}/confirm`, { code: '123456' }))).toEqual(paper)
  expect(refusal(await dealer.api.get(`${path}/status`))).toEqual(paper)
  expect(refusal(await dealer.api.get(`${path}/file?format=pdf`))).toEqual(paper)
})

test('drafts from before the company was switched to electronic stay paper', async () => {
  const dealer = await electronicDealer(system, {
    eDocument: { enabled: false, environment: 'test' },
  })
  const draft = await newDraft(system, dealer)
  expect(refusal(await draft.prepare())).toEqual([409, 'E_DOCUMENT_PAPER', []])
})

test('a voucher that is unknown or another company’s is not found', async () => {
  const owner = await electronicDealer(system)
  const { id } = await newDraft(system, owner)
  const { api } = await electronicDealer(system)
  for (const wanted of [id, ANY_ID]) {
    const path = `/v1/expenses/${wanted}/e-document`
    const answers = [
      await api.post(`${path}/prepare`, {}),
      await api.post(`${path}/sms`, {}),
      await api.post(`${path}/confirm`, { code: '123456' }),
      await api.get(`${path}/status`),
      await api.get(`${path}/file?format=xml`),
      await api.delete(`/v1/expenses/${wanted}`),
    ]
    for (const answer of answers) expect(answer.error?.code).toBe('RESOURCE_NOT_FOUND')
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
  }
})

test('wrong bodies, codes and formats are refused with the field and the rule', async () => {
  const dealer = await electronicDealer(system)
  const draft = await newDraft(system, dealer, seller('905321112233'))
  const { api } = dealer
  const path = `/v1/expenses/${draft.id}/e-document`
  const invalid = (field: string, rule: string) => [400, 'VALIDATION_FAILED', [{ field, rule }]]
  expect(refusal(await api.post(`${path}/prepare`, { phone: '905320000000' }))).toEqual(
    invalid('data.phone', 'unknown'),
  )
  expect(refusal(await api.post(`${path}/sms`, undefined))).toEqual(invalid('data', 'required'))
  expect(refusal(await api.post(`${path}/confirm`, {}))).toEqual(invalid('data.code', 'required'))
  for (const code of ['123', '123456789', '12a4', '١٢٣٤']) {
    expect(refusal(await draft.confirm(code))).toEqual(invalid('data.code', 'pattern'))
  }
  expect(refusal(await api.post(`${path}/confirm`, { code: 123456 }))).toEqual(
    invalid('data.code', 'type'),
  )
  expect(refusal(await api.get(`${path}/file`))).toEqual(invalid('format', 'required'))
  expect(refusal(await draft.file('docx'))).toEqual(invalid('format', 'enum'))
})
