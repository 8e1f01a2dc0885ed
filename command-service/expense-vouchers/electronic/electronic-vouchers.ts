import type { FileFormat, FileType } from '#command/providers/integrator/port.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import { deleteVoucher } from './delete.ts'
import { type ElectronicParts, type Loaded, wantedBy } from './parts.ts'
import { confirm, prepare, sendSms } from './sequence.ts'
import { checkStatus, readFile } from './status.ts'

type Step = (voucherId: string, context: RequestContext) => Promise<Loaded>

/** The sequence of an electronic voucher: prepare, SMS, confirm; and what can be asked of it. */
export interface ElectronicVouchers {
  readonly prepare: Step
  readonly sendSms: Step
  readonly confirm: (voucherId: string, code: string, context: RequestContext) => Promise<Loaded>
  readonly checkStatus: Step
  readonly readFile: (
    voucherId: string,
    format: FileFormat,
    context: RequestContext,
  ) => Promise<{ readonly content: Buffer; readonly contentType: FileType }>
  /** Of a paper draft too. */
  readonly deleteVoucher: (
    voucherId: string,
    context: RequestContext,
  ) => Promise<{ readonly position: bigint }>
}

export const electronicVouchers = (parts: ElectronicParts): ElectronicVouchers => ({
  prepare: (voucherId, context) => prepare(parts, wantedBy(context, voucherId)),
  sendSms: (voucherId, context) => sendSms(parts, wantedBy(context, voucherId)),
  confirm: (voucherId, code, context) => confirm(parts, wantedBy(context, voucherId), code),
  checkStatus: (voucherId, context) =>
    checkStatus(parts, wantedBy(context, voucherId), context.requestId),
  readFile: (voucherId, format, context) => {
    const { requestId } = context
    return readFile(parts, wantedBy(context, voucherId), { requestId, format })
  },
  deleteVoucher: (voucherId, context) => deleteVoucher(parts, wantedBy(context, voucherId)),
})
