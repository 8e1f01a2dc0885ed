import type { Integrator } from '#command/providers/integrator/port.ts'
import type { MortalStore } from '#test/support/mortal-store.ts'

const unheard = {
  kind: 'unknown',
  errorCode: 'TIMEOUT',
  errorMessage: 'The answer was lost.',
} as const
const noFile = { kind: 'invalid', reason: 'The answer was lost.' } as const

/** The integrator as one process sees it that may die, or fall asleep, at any call. */
export const mortalIntegrator = (
  integrator: Integrator,
  { through }: MortalStore,
  /** Is told which document each call is about. */
  isCalled: (uuid: string) => void,
): Integrator => ({
  prepareVoucher: (call, voucher) => {
    isCalled(voucher.uuid)
    return through('prepare', () => integrator.prepareVoucher(call, voucher), unheard)
  },
  sendVoucherSms: (call, uuid) => {
    isCalled(uuid)
    return through('sms', () => integrator.sendVoucherSms(call, uuid), unheard)
  },
  submitVoucher: (call, uuid, code) => {
    isCalled(uuid)
    return through('submit', () => integrator.submitVoucher(call, uuid, code), unheard)
  },
  voucherStatus: (call, uuid) => {
    isCalled(uuid)
    return through('status', () => integrator.voucherStatus(call, uuid), unheard)
  },
  voucherFile: (call, uuid, format) => {
    isCalled(uuid)
    return through('file', () => integrator.voucherFile(call, uuid, format), noFile)
  },
  cancelVoucher: (call, uuid) => {
    isCalled(uuid)
    return through('cancel', () => integrator.cancelVoucher(call, uuid), unheard)
  },
})
