import type { State } from '../../state/state.ts'
import type { Operation } from '../operation.ts'
import { cancelVoucher } from './cancel.ts'
import { voucherFile } from './file.ts'
import { prepareVoucher } from './prepare.ts'
import { sendVoucherSms } from './sms.ts'
import { voucherStatus } from './status.ts'
import { submitVoucher } from './submit.ts'

/** The integrator's side of an electronic expense voucher. */
export const voucherOperations = (state: State): readonly Operation[] => [
  prepareVoucher(state),
  sendVoucherSms(state),
  submitVoucher(state),
  voucherStatus(state),
  voucherFile(state),
  cancelVoucher(state),
]
