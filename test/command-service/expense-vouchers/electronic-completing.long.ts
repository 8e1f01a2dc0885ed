import { expect, test } from 'vitest'
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
import { refusal } from '#test/support/system-client.ts'
import { recordId } from '#test/support/system-dealer.ts'
import { fromBank } from '#test/support/vouchers.ts'

/** The provider has time, so that an account can change while it thinks. */
const system = systemForThisFile({
  ...HASTE,
  INTEGRATOR_TIMEOUT_MS: '6000',
  ATTEMPT_DEADLINE_SECONDS: '7',
})

/** A draft for a transaction of an account that can become passive. */
async function fromAccount() {
  const dealer = await electronicDealer(system)
  const accountId = recordId()
  const turn = (active: boolean) =>
    dealer.import({ kind: 'bankAccount', data: { id: accountId, name: 'Kasa', active } })
  await turn(true)
  const transaction = await dealer.transaction({ accountId })
  const draft = await newDraft(system, dealer, { ...fromBank(transaction), amount: undefined })
  return { draft, turn }
}

test('nothing is submitted for a passive bank account', async () => {
  const { draft, turn } = await fromAccount()
  const code = await untilCode(draft)
  await turn(false)
  expect(refusal(await draft.confirm(code))).toEqual([
    409,
    'BANK_ACCOUNT_INACTIVE',
    [{ field: 'id', rule: 'active', state: 'verification_pending' }],
  ])
  const { eDocument } = await draft.detail()
  expect(await bookedAs(system, eDocument?.uuid)).toMatchObject({ submissions: 0 })
  await turn(true)
  expect(documentIn(await draft.confirm(code)).state).toBe('sent')
})

test('an accepted document whose account has become passive is completed later, once', async () => {
  const { draft, turn } = await fromAccount()
  const code = await untilCode(draft)
  await fault(system, 'voucher.submit', 'accept-then-timeout')
  await draft.confirm(code)
  await turn(false)
  const required = [409, 'E_DOCUMENT_FINALIZATION_REQUIRED', 'review_required']
  expect(refusedAs(await draft.status())).toEqual(required)
  const accepted = (await draft.detail()).eDocument
  expect(accepted).toMatchObject({ providerStatus: 'succeed', number: expect.any(String) })
  expect(refusedAs(await draft.status())).toEqual(required)
  const review = [409, 'E_DOCUMENT_REVIEW_REQUIRED', 'review_required']
  expect(refusedAs(await draft.confirm(code))).toEqual(review)
  expect(refusedAs(await draft.delete())).toEqual(review)
  await turn(true)
  expect(documentIn(await draft.status())).toMatchObject({
    state: 'sent',
    number: accepted?.number,
    errorCode: null,
  })
  expect(await draft.detail()).toMatchObject({ isFinalized: true, number: '1' })
  expect(await bookedAs(system, accepted?.uuid)).toMatchObject({ submissions: 1 })
})

test('an account that becomes passive during the submission leaves the document for review', async () => {
  const { draft, turn } = await fromAccount()
  const code = await untilCode(draft)
  await fault(system, 'voucher.submit', 'slow', 3_000)
  const confirmed = draft.confirm(code)
  await expect.poll(() => draft.state()).toBe('dispatching')
  await turn(false)
  expect(refusedAs(await confirmed)).toEqual([409, 'E_DOCUMENT_REVIEW_REQUIRED', 'review_required'])
  await turn(true)
  expect(documentIn(await draft.status()).state).toBe('sent')
})
