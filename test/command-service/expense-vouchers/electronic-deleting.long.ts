import { describe, expect, test } from 'vitest'
import type { FaultMode } from '#stack/sandbox/operations/names.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import {
  type Draft,
  documentIn,
  electronicDealer,
  fault,
  HASTE,
  newDraft,
  refusedAs,
  untilCode,
} from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { fromBank } from '#test/support/vouchers.ts'

/** The recovery leaves an open deletion to the test for so long. */
const system = systemForThisFile({ ...HASTE, ATTEMPT_DEADLINE_SECONDS: '6' })

const UNKNOWN = 'E_DOCUMENT_RESULT_UNKNOWN'

const draftOf = async () => newDraft(system, await electronicDealer(system))

async function failed(draft: Draft) {
  await fault(system, 'voucher.prepare', 'reject')
  await draft.prepare()
}

const states: readonly (readonly [string, (draft: Draft) => Promise<unknown>])[] = [
  ['draft', () => Promise.resolve()],
  ['prepared', (draft) => draft.prepare()],
  ['verification_pending', untilCode],
  ['failed', failed],
]

describe.each(states)('a voucher that is %s', (state, bring) => {
  test('is deleted, and its claims are released', async () => {
    const dealer = await electronicDealer(system)
    const transaction = await dealer.transaction()
    const fields = { ...fromBank(transaction), amount: undefined }
    const draft = await newDraft(system, dealer, fields)
    await bring(draft)
    expect(await draft.state()).toBe(state)
    expect(await draft.delete()).toMatchObject({
      status: 200,
      data: { id: draft.id, deleted: true },
    })
    expect((await dealer.api.get(`/v1/expenses/${draft.id}`)).status).toBe(404)
    expect((await draft.delete()).status).toBe(404)
    expect((await draft.status()).status).toBe(404)
    await newDraft(system, dealer, fields)
  })
})

describe('while the provider cancels its draft', () => {
  test.each<FaultMode>(['timeout', 'accept-then-timeout', 'error', 'malformed'])(
    'an unknown outcome (%s) leaves the deletion open, and a repetition continues it',
    async (mode) => {
      const draft = await draftOf()
      await draft.prepare()
      await fault(system, 'voucher.cancel', mode)
      expect(refusedAs(await draft.delete())).toEqual([502, UNKNOWN, 'deleting'])
      const busy = [409, 'E_DOCUMENT_BUSY', 'deleting']
      expect(refusedAs(await draft.prepare())).toEqual(busy)
      expect(refusedAs(await draft.sms())).toEqual(busy)
      expect(refusedAs(await draft.confirm('123456'))).toEqual(busy)
      expect(refusedAs(await draft.status())).toEqual(busy)
      expect((await draft.delete()).status).toBe(200)
      expect((await draft.delete()).status).toBe(404)
    },
  )

  test('a refusal leaves it as it was', async () => {
    const draft = await draftOf()
    const code = await untilCode(draft)
    await fault(system, 'voucher.cancel', 'reject')
    expect(refusedAs(await draft.delete())).toEqual([
      422,
      'E_DOCUMENT_REJECTED',
      'verification_pending',
    ])
    expect(documentIn(await draft.confirm(code)).state).toBe('sent')
  })

  test('a deletion that no client repeats is completed by the recovery', async () => {
    const dealer = await electronicDealer(system)
    const draft = await newDraft(system, dealer)
    await draft.prepare()
    await fault(system, 'voucher.cancel', 'timeout')
    expect(refusedAs(await draft.delete())).toEqual([502, UNKNOWN, 'deleting'])
    const shown = async () => (await dealer.api.get(`/v1/expenses/${draft.id}`)).status
    await expect.poll(shown, { timeout: LONGEST_WAIT_MS, interval: 500 }).toBe(404)
    expect((await draft.delete()).status).toBe(404)
  })
})

test('a sent voucher cannot be deleted', async () => {
  const draft = await draftOf()
  await draft.confirm(await untilCode(draft))
  expect(refusedAs(await draft.delete())).toEqual([409, 'CONFLICT', 'sent'])
})
