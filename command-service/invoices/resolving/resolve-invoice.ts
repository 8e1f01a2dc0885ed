import { randomUUID } from 'node:crypto'
import { release } from '#command/claims/claiming.ts'
import { OperatorError } from '#command/event-sourcing/operator-error.ts'
import { operatorOrigin } from '#command/event-sourcing/operator-origin.ts'
import { RecordedRefusal } from '#command/provider-documents/attempt.ts'
import type { Order, Resolution, Tools } from '#command/provider-documents/document-kind.ts'
import { recordIdOfUuid } from '#kernel/domain/document-uuid.ts'
import { Rejection } from '#kernel/domain/rejection.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { Origin } from '#kernel/platform/recording.ts'
import type { InvoiceCommand } from '../invoice-commands.ts'
import type { RequestedInvoice } from '../invoice-state.ts'
import { deleteDraft } from '../issuing/deletion.ts'
import { nowOf, type SettlingParts } from '../issuing/parts.ts'
import { foundAs } from '../issuing/reconciliation.ts'
import { holdsNothing, invoiceClaimant, invoiceStream } from '../issuing/repositories.ts'
import { historyOf } from './history.ts'
import { invoiceParts } from './invoice-parts.ts'
import { ask, fence } from './provider.ts'
import { expectOpen, refuseContradiction, settlesIt } from './situation.ts'

interface Resolving {
  readonly parts: SettlingParts
  readonly invoiceId: string
  readonly origin: Origin
  readonly order: Order
}

/** Where the invoice stands after it. */
interface Settled {
  readonly invoice: RequestedInvoice
  readonly position: LogPosition
  readonly decidedBy: Resolution['decidedBy']
}

/** The provider is asked first; what it says clearly counts, and a person decides only the rest. */
export async function resolveInvoice(tools: Tools, order: Order): Promise<Resolution | undefined> {
  const invoiceId = order.document.includes('-') ? recordIdOfUuid(order.document) : order.document
  const found = invoiceId === undefined ? undefined : await historyOf(tools.log, invoiceId)
  if (invoiceId === undefined || found === undefined) return undefined
  const { companyId } = found
  const origin = { ...operatorOrigin(randomUUID()), companyId, requestId: randomUUID() }
  try {
    const parts = await invoiceParts(tools, companyId)
    const resolving = { parts, invoiceId, origin, order }
    const { deadlineMs } = tools.settings
    const { invoice } = await execute(resolving, {
      type: 'SettleExpired',
      now: nowOf(parts),
      deadlineMs,
    })
    expectOpen(invoice)
    const settled = invoice.content.isDraft
      ? await settleDraft(resolving)
      : await settle(resolving, invoice)
    return resolutionOf(settled, companyId)
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    throw new OperatorError(error.message, { cause: error })
  }
}

async function settle(resolving: Resolving, invoice: RequestedInvoice): Promise<Settled> {
  const { parts, origin, order } = resolving
  const { companyId } = origin
  const asking = { parts, invoice, companyId, requestId: origin.requestId ?? randomUUID() }
  const said = await ask(asking)
  refuseContradiction(order, said)
  if (settlesIt(said)) {
    const now = nowOf(parts)
    const command = { type: 'RecordStatus', ...foundAs(said.status), now, nextAt: now } as const
    return { ...(await decided(resolving, command)), decidedBy: 'provider' }
  }
  if (order.resolvedAs === 'neverArrived') {
    await fence(asking, { said, withoutFence: order.withoutFence })
  }
  return byAPerson(resolving)
}

/** A draft is nothing official: where the provider does not say that it is gone, a person may. */
async function settleDraft(resolving: Resolving): Promise<Settled> {
  const { parts, invoiceId, origin, order } = resolving
  if (order.resolvedAs === 'accepted') return byAPerson(resolving)
  try {
    await deleteDraft(parts, invoiceId, origin)
  } catch (error) {
    if (!(error instanceof RecordedRefusal)) throw error
    return byAPerson(resolving)
  }
  const { state, position } = await parts.repositories.invoices.load(invoiceStream(invoiceId))
  if (state.status !== 'requested') throw new Error(`an invoice that is ${state.status}`)
  return { invoice: state, position, decidedBy: 'provider' }
}

async function byAPerson(resolving: Resolving): Promise<Settled> {
  const { resolvedAs, reason, number } = resolving.order
  const now = nowOf(resolving.parts)
  const command = { type: 'ResolveInvoice', resolvedAs, reason, number, now } as const
  return { ...(await decided(resolving, command)), decidedBy: 'person' }
}

/** What came to nothing gives back what it held. */
async function decided(resolving: Resolving, command: InvoiceCommand) {
  const { parts, invoiceId, origin } = resolving
  const executed = await execute(resolving, command)
  const { claims } = executed.invoice.content
  if (holdsNothing(executed.invoice)) {
    await release(invoiceClaimant(parts.repositories), invoiceId, { claims, origin })
  }
  return executed
}

async function execute({ parts, invoiceId, origin }: Resolving, command: InvoiceCommand) {
  const stream = invoiceStream(invoiceId)
  const { invoices } = parts.repositories
  const { state, position } = await invoices.execute({ stream, command, origin })
  if (state.status !== 'requested') throw new Error(`an invoice that is ${state.status}`)
  return { invoice: state, position }
}

const resolutionOf = (
  { invoice: { content, stage, issue }, position, decidedBy }: Settled,
  companyId: string,
): Resolution => ({
  id: content.invoiceId,
  companyId,
  uuid: content.uuid,
  decidedBy,
  state: stage,
  officialNumber: issue?.invoiceNumber ?? null,
  serial: null,
  number: null,
  position,
  isLeftOpenBy: null,
})
