import {
  expectCancelled,
  type Said,
  saidBy,
} from '#command/provider-documents/what-the-provider-says.ts'
import { callOf, type ElectronicDependencies } from '../dependencies.ts'
import { uuidOf } from '../electronic-rules.ts'
import type { ElectronicVoucher } from '../voucher.ts'

export interface Asking {
  readonly parts: ElectronicDependencies
  readonly voucher: ElectronicVoucher
  readonly companyId: string
  readonly requestId: string
}

export async function ask({ parts, voucher, ...request }: Asking): Promise<Said> {
  const call = callOf(parts, voucher, request)
  return saidBy(await parts.integrator.voucherStatus(call, uuidOf(voucher)))
}

/** Cancels the uuid, so that a submission which is still on its way finds no draft any more. */
export async function fence(
  { parts, voucher, ...request }: Asking,
  about: { said: Said; withoutFence: boolean },
): Promise<void> {
  const call = callOf(parts, voucher, request)
  expectCancelled(await parts.integrator.cancelVoucher(call, uuidOf(voucher)), about)
}
