import { randomUUID } from 'node:crypto'
import { release } from '#command/claims/claiming.ts'
import { OperatorError } from '#command/event-sourcing/operator-error.ts'
import { operatorOrigin } from '#command/event-sourcing/operator-origin.ts'
import type { Order, Resolution, Tools } from '#command/provider-documents/document-kind.ts'
import type { Said } from '#command/provider-documents/what-the-provider-says.ts'
import type { VoucherStatus } from '#command/providers/integrator/port.ts'
import { Rejection } from '#kernel/domain/rejection.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { voucherClaimant } from '../claims.ts'
import { complete } from '../confirm.ts'
import {
  type ElectronicDependencies,
  execute,
  executeElectronic,
  type LoadedVoucher,
  numberingOf,
  timingNow,
  type VoucherTarget,
} from '../dependencies.ts'
import { settleExpired, uuidOf } from '../electronic-rules.ts'
import { resolveOutcome } from '../resolve.ts'
import { foundAs, recordStatus } from '../status.ts'
import { type ElectronicVoucher, type ExpenseVoucher, isIncomplete } from '../voucher.ts'
import { electronicParts } from './electronic-parts.ts'
import { findVoucher } from './find-voucher.ts'
import { ask, fence } from './provider.ts'
import { refuseContradiction, type Situation, situationOf } from './situation.ts'

interface Resolving {
  readonly parts: ElectronicDependencies
  readonly wanted: VoucherTarget
  readonly order: Order
  readonly situation: Situation
  /** As it was when the provider was asked. */
  readonly voucher: ElectronicVoucher
  readonly position: LogPosition
  readonly requestId: string
}

/** Where the voucher stands after it. */
interface Settled {
  readonly state: ExpenseVoucher
  readonly position: LogPosition
  readonly decidedBy: Resolution['decidedBy']
}

/** The provider is asked first; what it says clearly counts, and a person decides only the rest. */
export async function resolveVoucher(tools: Tools, order: Order): Promise<Resolution | undefined> {
  const found = await findVoucher(tools, order.document)
  if (found === undefined) return undefined
  const { voucherId, companyId } = found
  const requestId = randomUUID()
  const origin = { ...operatorOrigin(randomUUID()), companyId, requestId }
  const wanted = { voucherId, origin }
  try {
    const parts = await electronicParts(tools, found)
    const settling = settleExpired(timingNow(parts))
    const { voucher, position } = await executeElectronic(parts, wanted, settling)
    const situation = situationOf(voucher)
    const settled = await settle({ parts, wanted, order, situation, voucher, position, requestId })
    return resolutionOf(settled, { id: voucherId, companyId, uuid: uuidOf(voucher) })
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    throw new OperatorError(error.message, { cause: error })
  }
}

async function settle(resolving: Resolving): Promise<Settled> {
  const { parts, wanted, order, situation, voucher, requestId } = resolving
  const asking = { parts, voucher, companyId: wanted.origin.companyId, requestId }
  const said = await ask(asking)
  refuseContradiction(order, { situation, voucher, said })
  if (settlesIt(said, situation)) return byTheProvider(resolving, said.status)
  if (situation === 'incomplete') return completed(resolving, resolving, 'provider')
  if (order.resolvedAs === 'neverArrived') {
    await fence(asking, { said, withoutFence: order.withoutFence })
  }
  return byAPerson(resolving)
}

/** A draft there may still be submitted, and what is being deleted must still be deleted. */
const settlesIt = (
  said: Said,
  situation: Situation,
): said is Extract<Said, { readonly kind: 'told' }> =>
  said.kind === 'told' && said.status.state !== 'draft' && situation !== 'deleting'

async function byTheProvider(resolving: Resolving, status: VoucherStatus): Promise<Settled> {
  const { parts, wanted, voucher } = resolving
  const decision = recordStatus({
    uuid: uuidOf(voucher),
    ...foundAs(status),
    numbering: await numberingOf(parts, wanted.origin.companyId, voucher.content),
    ...timingNow(parts),
  })
  const recorded = await executeElectronic(parts, wanted, decision)
  return completed(resolving, recorded, 'provider')
}

async function byAPerson(resolving: Resolving): Promise<Settled> {
  const { parts, wanted, order, voucher } = resolving
  const { voucherId, origin } = wanted
  const { resolvedAs, reason, number } = order
  const timing = timingNow(parts)
  const decision = resolveOutcome({
    resolvedAs,
    reason,
    accepted: resolvedAs === 'accepted' ? { number, acceptedAt: timing.now } : null,
    numbering: await numberingOf(parts, origin.companyId, voucher.content),
    ...timing,
  })
  const { state, position } = await execute(parts, wanted, decision)
  if (state.status === 'electronic') {
    return completed(resolving, { voucher: state, position }, 'person')
  }
  if (state.status === 'deleted') {
    const { claims } = state.content
    await release(voucherClaimant(parts.repositories), voucherId, { claims, origin })
  }
  return { state, position, decidedBy: 'person' }
}

/** What has been accepted gets its number, its stock and its bank link here. */
async function completed(
  { parts, wanted }: Resolving,
  { voucher, position }: LoadedVoucher,
  decidedBy: Settled['decidedBy'],
): Promise<Settled> {
  const loaded = await complete(parts, wanted, { voucher, position })
  return { state: loaded.voucher, position: loaded.position, decidedBy }
}

function resolutionOf(
  { state, position, decidedBy }: Settled,
  document: Pick<Resolution, 'id' | 'companyId' | 'uuid'>,
): Resolution {
  const none = { officialNumber: null, serial: null, number: null, isLeftOpenBy: null }
  if (state.status !== 'electronic') {
    return { ...document, ...none, decidedBy, position, state: state.status }
  }
  const { document: eDocument, finalization } = state
  return {
    ...document,
    decidedBy,
    state: eDocument.state,
    officialNumber: eDocument.number,
    serial: finalization?.serial ?? null,
    number: finalization?.number ?? null,
    position,
    isLeftOpenBy: isIncomplete(state)
      ? `The document is accepted, but cannot be completed yet: ${eDocument.errorMessage}`
      : null,
  }
}
