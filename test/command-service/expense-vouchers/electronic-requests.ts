import type { ElectronicVoucher } from '#command/expense-vouchers/electronic-voucher.ts'
import type { VoucherRequest } from '#command/expense-vouchers/voucher-draft.ts'
import {
  confirmEDocument,
  prepareEDocument,
  readEDocumentFile,
  readEDocumentStatus,
  sendEDocumentSms,
} from '#kernel/contract/electronic-vouchers.ts'
import { deleteVoucher } from '#kernel/contract/expense-vouchers.ts'
import { Rejection } from '#kernel/domain/rejection.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { Settings } from '#test/support/voucher-samples.ts'
import type { Dealer, Instance } from './dealer.ts'
import { codeFor, PHONE, type Provider } from './electronic-provider.ts'

const endpoints = {
  prepare: prepareEDocument,
  sms: sendEDocumentSms,
  confirm: confirmEDocument,
  status: readEDocumentStatus,
  file: readEDocumentFile,
  delete: deleteVoucher,
} as const

export type Action = keyof typeof endpoints

/** The response that the caller received. */
export type StepOutcome =
  | {
      readonly kind: 'answered'
      readonly voucher: ElectronicVoucher
      readonly position: LogPosition
    }
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly rejection: Rejection }
  | { readonly kind: 'died' }
  | { readonly kind: 'failed'; readonly error: unknown }

/** One request about a voucher, and its answer once there is one. */
export interface Taken {
  readonly voucherId: string
  readonly action: Action
  response: StepOutcome | undefined
}

export const electronicSettings: NonNullable<Settings['eDocument']> = {
  enabled: true,
  environment: 'test',
  companyTaxNumber: '4840847211',
  serial: 'GPE',
}

/** All that an official document asks of a seller. */
export const wholeSeller: Pick<VoucherRequest, 'nameSurname' | 'customerInfo'> = {
  nameSurname: 'Ayşe Işık',
  customerInfo: { address: 'Çınar Sk. 3', cities: 'Fatih', states: 'İstanbul', phone: PHONE },
}

interface Wish {
  readonly voucherId: string
  readonly action: Action
}

/** Does it at an instance; an instance that crashes answers nothing. */
export function actAt(
  { dealer, provider }: { readonly dealer: Dealer; readonly provider: Provider },
  instance: Instance,
  { voucherId, action }: Wish,
): { readonly taken: Taken; readonly work: Promise<unknown> } {
  const taken: Taken = { voucherId, action, response: undefined }
  const codeNow = async () => codeFor(provider, (await documentOf(dealer, voucherId))?.uuid ?? null)
  async function work() {
    const response = await toldBy(answerTo(instance, taken, { dealer, codeNow }))
    taken.response = instance.faulty.hasCrashed() ? { kind: 'died' } : response
  }
  return { taken, work: work() }
}

/** The document as the log has it, read by somebody who is never interrupted. */
export async function documentOf(dealer: Dealer, voucherId: string) {
  const { repositories } = dealer.observer
  const { state } = await repositories.vouchers.load(`expenseVoucher-${voucherId}`)
  return state.status === 'electronic' ? state.document : undefined
}

async function answerTo(
  { electronic }: Instance,
  { voucherId, action }: Taken,
  { dealer, codeNow }: { dealer: Dealer; codeNow: () => Promise<string> },
): Promise<StepOutcome> {
  const { context } = dealer
  switch (action) {
    case 'prepare':
      return { kind: 'answered', ...(await electronic.prepare(voucherId, context)) }
    case 'sms':
      return { kind: 'answered', ...(await electronic.sendSms(voucherId, context)) }
    case 'confirm': {
      const code = await codeNow()
      return { kind: 'answered', ...(await electronic.confirm(voucherId, code, context)) }
    }
    case 'status':
      return { kind: 'answered', ...(await electronic.checkStatus(voucherId, context)) }
    case 'file':
      await electronic.readFile(voucherId, 'xml', context)
      return { kind: 'done' }
    default:
      await electronic.deleteVoucher(voucherId, context)
      return { kind: 'done' }
  }
}

const toldBy = (answer: Promise<StepOutcome>): Promise<StepOutcome> =>
  answer.catch((error: unknown) =>
    error instanceof Rejection ? { kind: 'refused', rejection: error } : { kind: 'failed', error },
  )

/** Refusals that the contract does not know for that endpoint, and failures. */
export function unspokenFaults({ action, response, voucherId }: Taken): string[] {
  if (response?.kind === 'failed')
    return [`${action} ${voucherId} failed: ${String(response.error)}`]
  if (response?.kind !== 'refused') return []
  const { code, message } = response.rejection
  if (endpoints[action].errors.includes(code)) return []
  return [`${action} ${voucherId} was refused with ${code}: ${message}`]
}
