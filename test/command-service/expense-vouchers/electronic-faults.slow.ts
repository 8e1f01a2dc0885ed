import { describe, expect, test } from 'vitest'
import type { FaultMode } from '#stack/sandbox/operations/names.ts'
import {
  bookedAs,
  documentIn,
  electronicDealer,
  fault,
  HASTE,
  newDraft,
  refusedAs,
  untilCode,
} from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'

const system = systemForThisFile(HASTE)
const draftOf = async () => newDraft(system, await electronicDealer(system))

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
})
