import { describe, expect, test } from 'vitest'
import type { FaultMode } from '#stack/sandbox/operations/names.ts'
import {
  bookedAs,
  type Draft,
  documentIn,
  electronicDealer,
  fault,
  HASTE,
  messagesTo,
  newDraft,
  refusedAs,
  untilCode,
} from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'

const system = systemForThisFile(HASTE)
const draftOf = async () => newDraft(system, await electronicDealer(system))
const uuidOf = async (draft: Draft) => (await draft.detail()).eDocument?.uuid

const UNKNOWN = 'E_DOCUMENT_RESULT_UNKNOWN'
const INVALID = 'E_DOCUMENT_RESPONSE_INVALID'
const REJECTED = 'E_DOCUMENT_REJECTED'

/** A fault, what the caller receives, and the state that the document is in then. */
type Row = readonly [mode: FaultMode, status: number, code: string, state: string]
/** The same, and the code of the fault that the document keeps. */
type RowOfDraft = readonly [...Row, providersCode: string]

describe('while it is prepared', () => {
  const rows: readonly RowOfDraft[] = [
    ['timeout', 502, UNKNOWN, 'draft', 'TIMEOUT'],
    ['accept-then-timeout', 502, UNKNOWN, 'draft', 'TIMEOUT'],
    ['error', 502, UNKNOWN, 'draft', 'SERVER_ERROR'],
    ['malformed', 502, INVALID, 'draft', 'UNREADABLE'],
    ['rate-limited', 422, REJECTED, 'draft', 'RATE_LIMITED'],
  ]
  test.each(rows)('%s leaves a draft, which is prepared under the same uuid', async (...row) => {
    const [mode, status, code, state, providersCode] = row
    const draft = await draftOf()
    await fault(system, 'voucher.prepare', mode)
    expect(refusedAs(await draft.prepare())).toEqual([status, code, state])
    const { eDocument } = await draft.detail()
    expect(eDocument).toMatchObject({
      state,
      phone: null,
      frozenAt: null,
      errorCode: providersCode,
    })
    expect(refusedAs(await draft.sms())).toEqual([409, 'E_DOCUMENT_NOT_PREPARED', state])
    const prepared = documentIn(await draft.prepare())
    expect(prepared).toMatchObject({ state: 'prepared', uuid: eDocument?.uuid, errorCode: null })
  })

  test('a refusal is final for that uuid; the next one succeeds under another', async () => {
    const draft = await draftOf()
    await fault(system, 'voucher.prepare', 'reject')
    expect(refusedAs(await draft.prepare())).toEqual([422, REJECTED, 'failed'])
    const refused = await uuidOf(draft)
    expect(refusedAs(await draft.sms())).toEqual([409, 'E_DOCUMENT_NOT_PREPARED', 'failed'])
    expect(refusedAs(await draft.confirm('123456'))).toEqual([
      409,
      'VERIFICATION_REQUIRED',
      'failed',
    ])
    const prepared = documentIn(await draft.prepare())
    expect(prepared.uuid).not.toBe(refused)
    expect(documentIn(await draft.confirm(await untilCode(draft))).state).toBe('sent')
  })
})

describe('while an SMS is sent', () => {
  const rows: readonly Row[] = [
    ['timeout', 502, UNKNOWN, 'prepared'],
    ['accept-then-timeout', 502, UNKNOWN, 'prepared'],
    ['error', 502, UNKNOWN, 'prepared'],
    ['malformed', 502, UNKNOWN, 'prepared'],
    ['reject', 422, REJECTED, 'prepared'],
    ['quota', 422, REJECTED, 'prepared'],
    ['rate-limited', 422, REJECTED, 'prepared'],
  ]
  test.each(rows)('%s leaves the document prepared, and another can be sent', async (...row) => {
    const [mode, status, code, state] = row
    const draft = await draftOf()
    documentIn(await draft.prepare())
    await fault(system, 'voucher.sms', mode)
    expect(refusedAs(await draft.sms())).toEqual([status, code, state])
    expect(refusedAs(await draft.confirm('123456'))).toEqual([409, 'VERIFICATION_REQUIRED', state])
    documentIn(await draft.sms())
    await fault(system, 'voucher.sms', mode)
    expect(refusedAs(await draft.sms())).toEqual([status, code, 'verification_pending'])
    expect(documentIn(await draft.confirm(await draft.code())).state).toBe('sent')
  })
})

describe('while it is submitted', () => {
  /** What the caller receives, and what asking for the status makes of it. */
  const rows: readonly (readonly [...Row, settled: string])[] = [
    ['timeout', 502, UNKNOWN, 'review_required', 'review_required'],
    ['error', 502, UNKNOWN, 'review_required', 'review_required'],
    ['accept-then-timeout', 502, UNKNOWN, 'review_required', 'sent'],
    ['malformed', 502, INVALID, 'review_required', 'sent'],
    ['reject-then-timeout', 502, UNKNOWN, 'review_required', 'failed'],
  ]
  test.each(rows)(
    'after %s the status is asked, and the document is never sent again',
    async (...row) => {
      const [mode, status, code, state, settled] = row
      const draft = await draftOf()
      const sms = await untilCode(draft)
      await fault(system, 'voucher.submit', mode)
      expect(refusedAs(await draft.confirm(sms))).toEqual([status, code, state])
      const review = [409, 'E_DOCUMENT_REVIEW_REQUIRED', state]
      expect(refusedAs(await draft.confirm(sms))).toEqual(review)
      expect(refusedAs(await draft.sms())).toEqual(review)
      expect(refusedAs(await draft.prepare())).toEqual(review)
      expect(refusedAs(await draft.delete())).toEqual(review)
      expect(documentIn(await draft.status())).toMatchObject({ state: settled })
      expect(documentIn(await draft.status())).toMatchObject({ state: settled })
      const { eDocument, isFinalized, number } = await draft.detail()
      expect(await bookedAs(system, eDocument?.uuid)).toMatchObject({ submissions: 1 })
      expect([isFinalized, number]).toEqual(settled === 'sent' ? [true, '1'] : [false, null])
    },
  )

  test('after a business refusal the document has failed and can be prepared again or deleted', async () => {
    const draft = await draftOf()
    const sms = await untilCode(draft)
    await fault(system, 'voucher.submit', 'reject')
    expect(refusedAs(await draft.confirm(sms))).toEqual([422, REJECTED, 'failed'])
    expect((await draft.detail()).eDocument).toMatchObject({ providerStatus: 'error' })
    expect(documentIn(await draft.confirm(await untilCode(draft))).state).toBe('sent')
  })

  test('if the provider did not examine the submission, the code can be used again', async () => {
    const draft = await draftOf()
    const sms = await untilCode(draft)
    await fault(system, 'voucher.submit', 'rate-limited')
    expect(refusedAs(await draft.confirm(sms))).toEqual([422, REJECTED, 'verification_pending'])
    expect(documentIn(await draft.confirm(sms)).state).toBe('sent')
  })

  test('an answer after the time-out is found by a status query', async () => {
    const draft = await draftOf()
    const sms = await untilCode(draft)
    // Long enough for two answers of ours before it is done, also on a busy machine.
    await fault(system, 'voucher.submit', 'slow', 3_000)
    expect(refusedAs(await draft.confirm(sms))).toEqual([502, UNKNOWN, 'review_required'])
    expect(documentIn(await draft.status()).state).toBe('review_required')
    const state = async () => documentIn(await draft.status()).state
    await expect.poll(state, { timeout: 20_000 }).toBe('sent')
    expect(await bookedAs(system, await uuidOf(draft))).toMatchObject({ submissions: 1 })
  })
})

describe('while its status is asked', () => {
  test.each<FaultMode>(['timeout', 'error', 'malformed', 'rate-limited', 'reject'])(
    'an unclear answer (%s) changes nothing',
    async (mode) => {
      const draft = await draftOf()
      const sms = await untilCode(draft)
      await fault(system, 'voucher.submit', 'accept-then-timeout')
      await draft.confirm(sms)
      await fault(system, 'voucher.status', mode)
      expect(refusedAs(await draft.status())).toEqual([502, UNKNOWN, 'review_required'])
      expect(documentIn(await draft.status())).toMatchObject({
        state: 'sent',
        number: expect.any(String),
      })
    },
  )

  test('the status of a draft that was never sent is not asked', async () => {
    const draft = await draftOf()
    expect(documentIn(await draft.status())).toMatchObject({ state: 'draft', lastCheckedAt: null })
  })

  test('many concurrent status requests complete an accepted document once', async () => {
    const draft = await draftOf()
    const sms = await untilCode(draft)
    await fault(system, 'voucher.submit', 'accept-then-timeout')
    await draft.confirm(sms)
    const answers = await Promise.all(Array.from({ length: 10 }, () => draft.status()))
    expect(new Set(answers.map((answer) => documentIn(answer).state))).toEqual(new Set(['sent']))
    expect((await draft.detail()).number).toBe('1')
  })
})

test('no SMS is sent for a document that cannot be submitted, and only one per request', async () => {
  const draft = await draftOf()
  await draft.sms()
  expect(await messagesTo(system, draft.phone)).toHaveLength(0)
  await untilCode(draft)
  expect(await messagesTo(system, draft.phone)).toHaveLength(1)
})
