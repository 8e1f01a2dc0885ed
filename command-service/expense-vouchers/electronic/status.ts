import type { FileFormat, VoucherStatus } from '#command/providers/integrator/port.ts'
import { reject } from '#kernel/domain/rejection.ts'
import type { RecordStatus } from './commands.ts'
import { complete, isIncomplete, numberingOf } from './completion.ts'
import type { ElectronicVoucher } from './electronic-voucher.ts'
import {
  callOf,
  type ElectronicParts,
  execute,
  type Loaded,
  loadSettled,
  timingOf,
  type Wanted,
} from './parts.ts'
import { permit, uuidOf } from './permissions.ts'
import { refuseState } from './refusals.ts'

/** Asks the provider what became of the document, and completes what it has accepted. */
export async function checkStatus(
  parts: ElectronicParts,
  wanted: Wanted,
  requestId: string,
): Promise<Loaded> {
  const { voucher } = await loadSettled(parts, wanted)
  permit('status', voucher)
  const settled = await execute(parts, wanted, { type: 'SettleExpired', ...timingOf(parts) })
  if (settled.voucher.document.uuid === null) return settled
  const asked = await ask(parts, wanted, { voucher: settled.voucher, requestId })
  const checked = asked ?? settled
  if (!isIncomplete(checked.voucher)) {
    return asked ?? refuseUnclear(checked.voucher)
  }
  const completed = await complete(parts, wanted, checked).catch((error: unknown) => {
    parts.logger.error({ err: error }, 'an accepted voucher could not be completed')
    return checked
  })
  if (!isIncomplete(completed.voucher)) return completed
  return refuseState('E_DOCUMENT_FINALIZATION_REQUIRED', completed.voucher.document.state)
}

interface Question {
  readonly voucher: ElectronicVoucher
  readonly requestId: string
}

/** Undefined without a clear answer. */
async function ask(
  parts: ElectronicParts,
  wanted: Wanted,
  { voucher, requestId }: Question,
): Promise<Loaded | undefined> {
  const { companyId } = wanted.origin
  const uuid = uuidOf(voucher)
  const call = callOf(parts, voucher, { companyId, requestId })
  const answer = await parts.integrator.voucherStatus(call, uuid)
  if (answer.kind !== 'done' && answer.kind !== 'notFound') return undefined
  const found = answer.kind === 'done' ? foundAs(answer.answer) : nothingFound
  const numbering = await numberingOf(parts, voucher, companyId)
  return execute(parts, wanted, {
    type: 'RecordStatus',
    uuid,
    ...found,
    numbering,
    ...timingOf(parts),
  })
}

type Found = Pick<RecordStatus, 'said' | 'accepted'>

export const foundAs = (status: VoucherStatus): Found => ({
  said: {
    found: status.state,
    statusDetail: status.detail,
    reportStatus: status.reportStatus,
    cancelled: status.cancelled,
  },
  accepted:
    status.state === 'accepted' ? { number: status.number, acceptedAt: status.acceptedAt } : null,
})

const nothingFound: Found = {
  said: { found: 'notFound', statusDetail: null, reportStatus: null, cancelled: null },
  accepted: null,
}

const refuseUnclear = ({ document: { state } }: ElectronicVoucher): never =>
  reject('E_DOCUMENT_RESULT_UNKNOWN', 'The provider gives no clear answer; ask again later.', [
    { state },
  ])

/** The document as the provider has it. */
export async function readFile(
  parts: ElectronicParts,
  wanted: Wanted,
  { requestId, format }: { requestId: string; format: FileFormat },
) {
  const { voucher } = await loadSettled(parts, wanted)
  permit('file', voucher)
  const call = callOf(parts, voucher, { companyId: wanted.origin.companyId, requestId })
  const file = await parts.integrator.voucherFile(call, uuidOf(voucher), format)
  if (file.kind === 'file') return file
  parts.logger.warn({ voucherId: wanted.voucherId, reason: file.reason }, 'no usable file')
  return reject('E_DOCUMENT_FILE_INVALID', 'The provider has no readable file of the document.', [
    { state: voucher.document.state },
  ])
}
