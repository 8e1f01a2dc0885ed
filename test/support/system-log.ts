import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import type { EventStore, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import type { Recorded } from '#kernel/platform/recording/event-codec.ts'
import { openCall } from '#kernel/platform/recording/recorded-call.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import {
  type AuditedDocument,
  auditElectronic,
  resting,
} from '#test/command-service/expense-vouchers/electronic-audit.ts'
import { decoded } from './decoded.ts'
import { type DocumentInLog, documentsIn } from './documents-in-log.ts'
import { wrongClaims } from './log-invariants.ts'

interface LoggedVoucher extends DocumentInLog {
  /** The `Idempotency-Key` that it was asked for with. */
  readonly key: string | null
  readonly number: string | undefined
}

/** What the log says of vouchers. */
export interface VoucherLog {
  readonly events: readonly StoredEvent[]
  readonly vouchers: ReadonlyMap<string, LoggedVoucher>
  readonly electronic: ReadonlyMap<string, AuditedDocument>
}

/** Folds the whole log, sharing nothing with the product but its events. */
export async function readVoucherLog(
  eventStore: EventStore,
  vault: Pick<Vault, 'keys'>,
): Promise<VoucherLog> {
  const events = await Array.fromAsync(eventStore.readLog(START_OF_LOG))
  const keys = new Map<string, string | null>()
  const numbers = new Map<string, string>()
  for (const recorded of decoded([expenseVoucherEvents], events)) {
    const { type, data } = recorded.event
    if (type === 'VoucherDrafted') keys.set(data.voucherId, await keyOf(vault, recorded))
    if (type === 'VoucherFinalized') numbers.set(data.voucherId, data.number)
  }
  const vouchers = documentsIn(events).flatMap((one) =>
    one.kind === 'voucher'
      ? [[one.id, { ...one, key: keys.get(one.id) ?? null, number: numbers.get(one.id) }] as const]
      : [],
  )
  return { events, vouchers: new Map(vouchers), electronic: auditElectronic(events).documents }
}

async function keyOf(
  vault: Pick<Vault, 'keys'>,
  { stream, id, metadata }: Recorded<ExpenseVoucherEvent>,
) {
  const call = await openCall(vault, metadata, { stream, id })
  return call !== null && 'idempotencyKey' in call ? call.idempotencyKey : null
}

export const isIssued = ({ stage }: LoggedVoucher) => stage === 'there'

/** Claims for nothing, unfinished vouchers, and vouchers without claims, all of which the recovery repairs. */
export const looseEnds = ({ events, vouchers, electronic }: VoucherLog): string[] => [
  ...wrongClaims(events),
  ...[...vouchers.values()].flatMap(({ id, stage }) =>
    stage === 'open' ? [`${id} has no number yet`] : [],
  ),
  ...[...electronic].flatMap(([id, { state }]) =>
    resting.has(state) ? [] : [`${id} is still ${state}`],
  ),
]

/** How many vouchers came of each Idempotency-Key; those that were given up do not count. */
export function vouchersByKey({ vouchers }: VoucherLog): ReadonlyMap<string, readonly string[]> {
  const byKey = new Map<string, string[]>()
  for (const { id, key, by } of vouchers.values()) {
    if (key === null || by === 'VoucherAbandoned') continue
    byKey.set(key, [...(byKey.get(key) ?? []), id])
  }
  return byKey
}
