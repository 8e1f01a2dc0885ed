import { callOf } from '#command/provider-documents/attempt.ts'
import type { FileFormat, FileType } from '#command/providers/integrator/port.ts'
import { reject } from '#kernel/domain/rejection.ts'
import { type ElectronicDependencies, loadElectronic, type VoucherTarget } from './dependencies.ts'
import { permit, uuidOf } from './electronic-rules.ts'

/** The document as the provider has it. */
export async function readFile(
  dependencies: ElectronicDependencies,
  target: VoucherTarget,
  { requestId, format }: { readonly requestId: string; readonly format: FileFormat },
): Promise<{ readonly content: Buffer; readonly contentType: FileType }> {
  const { voucher } = await loadElectronic(dependencies, target)
  permit('file', voucher)
  const call = callOf(dependencies, voucher.content, {
    companyId: target.origin.companyId,
    requestId,
  })
  const file = await dependencies.integrator.voucherFile(call, uuidOf(voucher), format)
  if (file.kind === 'file') return file
  const { voucherId } = target
  dependencies.logger.warn({ voucherId, reason: file.reason }, 'the provider has no usable file')
  return reject('E_DOCUMENT_FILE_INVALID', 'The provider has no readable file of the document.', [
    { state: voucher.document.state },
  ])
}
