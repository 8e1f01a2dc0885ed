import { randomUUID } from 'node:crypto'
import type { Dealer, Instance } from './dealer.ts'
import { type RequestTries, tryAt } from './requests.ts'

// What a user does with vouchers at one instance of a dealer.

export async function bankTransactionOf(dealer: Dealer): Promise<string> {
  const transactionId = randomUUID().replaceAll('-', '').slice(0, 24)
  await dealer.recordTransaction({ transactionId })
  return transactionId
}

export async function create(dealer: Dealer, instance: Instance, asked: RequestTries) {
  const outcome = await tryAt(dealer, instance, asked)
  if (outcome.kind !== 'created') throw new Error(`not created: ${JSON.stringify(outcome)}`)
  return outcome.voucher
}

export async function refusal(dealer: Dealer, instance: Instance, asked: RequestTries) {
  const outcome = await tryAt(dealer, instance, asked)
  if (outcome.kind !== 'refused') throw new Error(`not refused: ${JSON.stringify(outcome)}`)
  const { code, details } = outcome.rejection
  return { code, details }
}

export const deleteDraft = (dealer: Dealer, { electronic }: Instance, id: string) =>
  electronic.deleteVoucher(id, dealer.context)
