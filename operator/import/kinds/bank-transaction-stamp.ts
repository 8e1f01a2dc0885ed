import {
  type BankTransactionEvent,
  bankTransactionEvents,
} from '#kernel/events/bank-transaction.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import {
  bankTransactionIdOf,
  bankTransactionStream,
} from '#kernel/platform/recording/bank-transaction-id.ts'
import { decodeEvents } from '#kernel/platform/recording/event-codec.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { type Claim, companyKey, type ImportRun, newEvent } from '../kind.ts'

interface Stamped {
  readonly companyId: string
  readonly accountId: string
  readonly stamp: string
  readonly id?: string
}

const idIn = (stream: string) => stream.slice(stream.indexOf('-') + 1)

/** The streams of a transaction and of the claim to its stamp. */
export function stampedRecord(data: Stamped): { readonly stream: string; readonly claim: Claim } {
  const idByStamp = bankTransactionIdOf(data)
  const holder = data.id ?? idByStamp
  const stream = bankTransactionStream(idByStamp)
  const assign = (run: ImportRun) => assignment(data, { stream, holder }, run)
  return {
    stream: bankTransactionStream(holder),
    claim: { field: 'stamp', stream, holder, assign: holder === idByStamp ? undefined : assign },
  }
}

export const transactionIdOf = (data: Stamped) => data.id ?? bankTransactionIdOf(data)

/** Whose a stamp is, by the first event of the stream that it names. */
export async function stampHolder(first: StoredEvent, vault: Vault): Promise<string> {
  if (first.type !== 'StampAssigned') return idIn(first.stream)
  const [recorded] = await decodeEvents(vault, () => bankTransactionEvents, [first])
  return recorded?.event.data.transactionId ?? idIn(first.stream)
}

function assignment(
  { companyId, accountId }: Stamped,
  { stream, holder }: Pick<Claim, 'stream' | 'holder'>,
  run: ImportRun,
) {
  const event: BankTransactionEvent = {
    type: 'StampAssigned',
    data: { companyId, accountId, transactionId: holder },
  }
  const owner = { companyId, ...companyKey() }
  return newEvent(run, { family: bankTransactionEvents, event, stream, revision: 0n, owner })
}
