import type { Log } from '#command/event-sourcing/log.ts'
import { notFound } from '#kernel/domain/rejection.ts'
import { bankTransactionEvents } from '#kernel/events/bank-transaction.ts'
import { decodeEvents } from '#kernel/platform/recording/event-codec.ts'

/** Each of its events carries the whole transaction, so the last one says all. */
export async function findTransaction(log: Log, companyId: string, transactionId: string) {
  const read = { direction: 'backwards', maxCount: 1 } as const
  const stored = await log.eventStore.readStream(`bankTransaction-${transactionId}`, read)
  const [last] = await decodeEvents(log.vault, () => bankTransactionEvents, stored)
  const isOurs = last?.metadata.companyId === companyId
  if (!isOurs || last.event.type !== 'BankTransactionRecorded') return notFound('bank transaction')
  return last.event.data
}
