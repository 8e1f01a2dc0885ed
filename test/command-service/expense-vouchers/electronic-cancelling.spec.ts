import { expect, test } from 'vitest'
import { DetailedTransaction } from '#kernel/contract/bank-transactions.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import {
  cancelInPortal,
  documentIn,
  electronicDealer,
  HASTE,
  newDraft,
  untilCode,
} from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { dataOf, refusal } from '#test/support/system-client.ts'
import type { Dealer } from '#test/support/system-dealer.ts'
import { type Fields, fromBank, listIn, manual } from '#test/support/vouchers.ts'

/** Sent vouchers are asked about while the tests run, too. */
const system = systemForThisFile({ ...HASTE, SENT_CHECK_SECONDS: '2' })
const SOON = { timeout: LONGEST_WAIT_MS, interval: 200 }

type Sent = Awaited<ReturnType<typeof sent>>

async function sent(dealer: Dealer, fields: Fields) {
  const draft = await newDraft(system, dealer, { allowDuplicate: false, ...fields })
  const { uuid, state } = documentIn(await draft.confirm(await untilCode(draft)))
  expect(state).toBe('sent')
  return { ...draft, uuid }
}

const cancelledInList = async ({ api }: Dealer, { id }: Sent) =>
  listIn(await api.get('/v1/expenses')).find((one) => one.id === id)?.cancelled

const booking = async ({ api }: Dealer, id: string) =>
  dataOf(DetailedTransaction, await api.get(`/v1/bank-transactions/${id}`))

async function tellByStatus(_dealer: Dealer, voucher: Sent) {
  await cancelInPortal(system, voucher.uuid)
  expect(documentIn(await voucher.status())).toMatchObject({ state: 'sent', cancelled: true })
}

const tellByImport = (dealer: Dealer, { id: expenseId }: Sent) =>
  dealer.import({
    kind: 'eDocumentCancelled',
    data: { expenseId, cancelledAt: '2026-11-21T08:00:00Z' },
  })

async function waitForTheRecovery(dealer: Dealer, voucher: Sent) {
  await cancelInPortal(system, voucher.uuid)
  await expect.poll(() => cancelledInList(dealer, voucher), SOON).toBe(true)
}

const tellings = [
  ['by its status', tellByStatus],
  ['by an import line', tellByImport],
  ['by the recovery, which asks now and then', waitForTheRecovery],
] as const

test.each(tellings)(
  'a voucher whose cancellation comes %s frees its booking',
  async (_how, tell) => {
    const dealer = await electronicDealer(system)
    const transaction = await dealer.transaction()
    const ofBooking = { ...fromBank(transaction), amount: undefined }
    const first = await sent(dealer, ofBooking)
    expect(await cancelledInList(dealer, first)).toBe(false)

    await tell(dealer, first)
    expect(await cancelledInList(dealer, first)).toBe(true)
    expect(await first.detail()).toMatchObject({
      cancelled: true,
      isFinalized: true,
      number: '1',
      eDocument: { state: 'sent', cancelled: true },
    })
    expect(await booking(dealer, transaction)).toMatchObject({
      isCheck: true,
      status: 1,
      expenseData: { voucherId: first.id, cancelled: true },
    })
    for (const verb of [first.prepare, first.sms, () => first.confirm('123456'), first.delete]) {
      expect(refusal(await verb()).slice(0, 2)).toEqual([409, 'CONFLICT'])
    }
    expect((await first.file('xml')).status).toBe(200)

    const second = await sent(dealer, ofBooking)
    expect(await second.detail()).toMatchObject({ cancelled: false, number: '2' })
    await first.status()
    await dealer.import({
      kind: 'eDocumentCancelled',
      data: { expenseId: first.id, cancelledAt: '2026-11-22T08:00:00Z' },
    })
    expect(await booking(dealer, transaction)).toMatchObject({
      isCheck: true,
      status: 1,
      expenseData: { voucherId: second.id, number: '2', cancelled: false },
    })
  },
)

test('the same day, identity and amount are free again, and for one voucher', async () => {
  const dealer = await electronicDealer(system)
  const first = await sent(dealer, {})
  expect(refusal(await dealer.api.post('/v1/expenses', manual())).slice(0, 2)).toEqual([
    409,
    'CONFLICT',
  ])
  await cancelInPortal(system, first.uuid)
  await first.status()

  const second = await sent(dealer, {})
  expect(refusal(await dealer.api.post('/v1/expenses', manual()))).toEqual([
    409,
    'CONFLICT',
    [{ field: 'data.idNo', rule: 'duplicate', existingId: second.id }],
  ])
})
