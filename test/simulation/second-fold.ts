import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { ProcessDefinition } from '#command/event-sourcing/process-manager.ts'
import { processStates } from '#command/event-sourcing/process-state.ts'
import { voucherWork } from '#command/expense-vouchers/recovery.ts'
import { invoiceWork } from '#command/invoices/recovery.ts'
import { numberBookEvents, transactionClaimEvents } from '#kernel/events/claims.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { manual as manualInvoice } from '#test/support/invoices.ts'
import type { Answer } from '#test/support/system-client.ts'
import { manual as manualVoucher } from '#test/support/vouchers.ts'
import { decoded, type FoldedWork, workIn } from './faults-in-log.ts'
import { gatewayTo, type Upstream } from './gateway.ts'
import type { PlannedClient } from './plan.ts'
import { documentOf, INVOICE, VOUCHER } from './wishes.ts'
import { poolOn } from './world/database.ts'
import type { World } from './world/instance.ts'
import type { Random } from './world/random.ts'

/**
 * What the services know in the end is what a second fold of the whole log gives, one event after the other: in the
 * order and the batches that they came in, and with all that was interrupted, they have missed nothing.
 */
export async function unequalFolds(
  world: World & { readonly random: Random },
  up: ReadonlySet<Upstream>,
  clients: readonly PlannedClient[],
): Promise<readonly string[]> {
  const events = world.log.events()
  const faults = [
    ...(await savedOtherwise(world, voucherWork)),
    ...(await savedOtherwise(world, invoiceWork)),
  ]
  for (const upstream of up) {
    const send = gatewayTo(new Set([upstream]), world)
    const preview: Preview = (path, data) => send({ method: 'POST', path: `${path}/preview`, data })
    faults.push(...(await nextOtherwise(preview, events)))
    faults.push(...(await claimedOtherwise(preview, clients, events)))
  }
  return faults
}

/** The open work that a process has saved is that of the log up to its place. */
async function savedOtherwise<Step, Open extends object>(
  { database, log }: World,
  process: FoldedWork<Step, Open> & Pick<ProcessDefinition<Step, Open>, 'name' | 'workFrom'>,
): Promise<readonly string[]> {
  const { name, workFrom } = process
  const states = await processStates(poolOn(database, async (work) => work()))
  const saved = await states.load(name)
  const work = workFrom(saved?.state)
  if (saved === undefined || work === undefined) return [`${name} has saved nothing`]
  const seen = log.events().filter(({ position }) => position <= saved.place.position)
  return isDeepStrictEqual(new Map(work), new Map(workIn(process, seen)))
    ? []
    : [`${name} has saved other work than the log holds`]
}

type Preview = (path: '/v1/expenses' | '/v1/invoices', data: object) => Promise<Answer>

const Expected = Type.Object({ expectedNumber: Type.Integer() })

/** The next number that an instance expects is the one behind all that the log holds. */
async function nextOtherwise(preview: Preview, events: readonly StoredEvent[]) {
  const { data } = await preview('/v1/expenses', manualVoucher(VOUCHER))
  const taken = decoded([numberBookEvents], events).length
  const expected = Value.Check(Expected, data) ? data.expectedNumber : null
  return expected === taken + 1 ? [] : [`number ${expected} is expected after ${taken} were taken`]
}

/** An instance refuses a document of a bank transaction where the log has one of it, and not otherwise. */
async function claimedOtherwise(
  preview: Preview,
  clients: readonly PlannedClient[],
  events: readonly StoredEvent[],
) {
  const claimed = new Map<string, boolean>()
  for (const { event } of decoded([transactionClaimEvents], events)) {
    claimed.set(event.data.transactionId, event.type === 'TransactionClaimed')
  }
  const faults: string[] = []
  for (const { kind, idNo, fields } of clients.map(documentOf)) {
    const { bankTransactionId: id } = fields
    if (typeof id !== 'string') continue
    const { status } =
      kind === 'voucher'
        ? await preview('/v1/expenses', manualVoucher({ ...VOUCHER, idNo, ...fields }))
        : await preview('/v1/invoices', manualInvoice({ ...INVOICE, idNo, ...fields }))
    const expected = claimed.get(id) === true ? 409 : 200
    if (status !== expected)
      faults.push(`a document of ${id} is answered ${status}, not ${expected}`)
  }
  return faults
}
