import { daysOf } from '#command/claims/same-day.ts'
import { callOf } from '#command/provider-documents/attempt.ts'
import type { FileFormat, FileType } from '#command/providers/integrator/port.ts'
import { differenceFrom } from '#command/ubl/credit-note-difference.ts'
import type { CalendarDay } from '#kernel/domain/calendar-day.ts'
import { detail } from '#kernel/domain/detail.ts'
import { reject } from '#kernel/domain/rejection.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import { permit } from './electronic-rules.ts'
import { type ElectronicVoucher, isImported } from './electronic-voucher.ts'
import { type ElectronicDependencies, loadElectronic, type VoucherTarget } from './repository.ts'

interface ReceivedFile {
  readonly content: Buffer
  readonly contentType: FileType
}

/** The document as the provider has it. */
export async function readFile(
  dependencies: ElectronicDependencies,
  target: VoucherTarget,
  { requestId, format }: { readonly requestId: string; readonly format: FileFormat },
): Promise<ReceivedFile> {
  const { voucher } = await loadElectronic(dependencies, target)
  permit('file', voucher)
  if (isImported(voucher)) {
    return reject('E_DOCUMENT_FILE_INVALID', 'The provider has no readable file of the document.', [
      detail('integrator', 'unavailable', { state: voucher.document.state }),
    ])
  }
  const call = callOf(dependencies, voucher.content, {
    companyId: target.origin.companyId,
    requestId,
  })
  const file = await dependencies.integrator.voucherFile(call, voucher.document.uuid, format)
  const timeZones = dependencies.references.timeZones(target.origin.companyId)
  const { frozenAt } = voucher.document
  const days = frozenAt === null ? [null] : daysOf(frozenAt, timeZones)
  const reason = file.kind === 'file' ? differenceIn(file, voucher, days) : file.reason
  const rule = (file.kind === 'invalid' && file.rule) || 'malformed'
  if (file.kind === 'file' && reason === undefined) return file
  const { voucherId } = target
  dependencies.logger.warn({ voucherId, reason }, 'the provider has no usable file')
  return reject('E_DOCUMENT_FILE_INVALID', 'The provider has no readable file of the document.', [
    detail('integrator', rule, { state: voucher.document.state }),
  ])
}

/** The fields in which the provider's XML differs from the document that was sent, on each day that it may have. */
function differenceIn(
  { content, contentType }: ReceivedFile,
  { content: { seller, amount, quantity } }: ElectronicVoucher,
  days: readonly (CalendarDay | null)[],
): string | undefined {
  if (contentType === 'application/pdf') return undefined
  const sent = { seller: valueUnlessForgotten(seller)?.taxNumber ?? null, amount, quantity }
  const differences = days.map((issueDate) => differenceFrom(content, { ...sent, issueDate }))
  return differences.includes(undefined) ? undefined : differences.at(-1)
}
