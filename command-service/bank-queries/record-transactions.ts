import type { GatewayTransaction } from '#command/providers/bank-gateway/port.ts'
import { eventIdFrom } from '#kernel/domain/ids.ts'
import { instantOf } from '#kernel/domain/instant.ts'
import {
  type BankTransactionEvent,
  bankTransactionEvents,
} from '#kernel/events/bank-transaction.ts'
import { bankTransactionIdOf, bankTransactionStream } from '#kernel/platform/bank-transaction-id.ts'
import type { Origin } from '#kernel/platform/event-codec.ts'
import {
  type LogPosition,
  laterOf,
  START_OF_LOG,
} from '#kernel/platform/event-store/log-position.ts'
import { appendOne } from '../event-sourcing/append-one.ts'
import type { Log } from '../event-sourcing/log.ts'

/** The account and the company of the transactions. */
export interface Recording {
  readonly accountId: string
  readonly origin: Origin
}

export interface NewlyRecorded {
  readonly count: number
  /** Of the last event appended; 0n when nothing was new. */
  readonly position: LogPosition
}

const AT_ONCE = 8

/** Records the transactions that the account does not have yet: each stamp is recorded once, from any source. */
export async function recordTransactions(
  log: Log,
  recording: Recording,
  transactions: readonly GatewayTransaction[],
): Promise<NewlyRecorded> {
  const positions: LogPosition[] = []
  const unlike = [...new Map(transactions.map((each) => [each.stamp, each])).values()]
  for (let done = 0; done < unlike.length; done += AT_ONCE) {
    const appended = await Promise.all(
      unlike.slice(done, done + AT_ONCE).map((each) => append(log, recording, each)),
    )
    positions.push(...appended.flatMap((position) => position ?? []))
  }
  const position = positions.reduce(laterOf, START_OF_LOG)
  return { count: positions.length, position }
}

/** The transaction's own stream is where its stamp is claimed. Undefined: it is there already. */
async function append(log: Log, recording: Recording, transaction: GatewayTransaction) {
  const { accountId, origin } = recording
  const { companyId } = origin
  const transactionId = bankTransactionIdOf({ companyId, accountId, stamp: transaction.stamp })
  const stream = bankTransactionStream(transactionId)
  const recordedAt = instantOf(log.now())
  const place = { companyId, accountId, transactionId, createdDate: recordedAt }
  const event = recorded(log, place, transaction)
  const person = transaction.idNo ?? 'unidentified'
  const owner = { companyId, purpose: 'fiscal', person } as const
  const id = eventIdFrom(origin.commandId, stream)
  const family = bankTransactionEvents
  const toEncode = { family, event, id, stream, recordedAt, origin, owner }
  return (await appendOne(log, toEncode, 'no_stream'))?.position
}

type Place = Readonly<Record<'companyId' | 'accountId' | 'transactionId' | 'createdDate', string>>

function recorded(
  { vault }: Log,
  place: Place,
  transaction: GatewayTransaction,
): BankTransactionEvent {
  const { idNo, nameSurname, iban, description, comment, ...rest } = transaction
  return {
    type: 'BankTransactionRecorded',
    data: {
      ...place,
      ...rest,
      personRef: idNo === null ? null : vault.pseudonym('person', place.companyId, idNo),
      status: 0,
      counterparty: { idNo, nameSurname, iban, description, comment },
    },
  }
}
