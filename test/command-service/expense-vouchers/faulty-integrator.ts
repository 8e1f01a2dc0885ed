import type { Integrator } from '#command/providers/integrator/port.ts'
import type { FaultyEventStore } from '#test/support/faulty-event-store.ts'

const onLostAnswer = {
  kind: 'unknown',
  errorCode: 'TIMEOUT',
  errorMessage: 'The answer was lost.',
} as const
const noFile = { kind: 'invalid', reason: 'The answer was lost.' } as const

/** The integrator as a process sees it that crashes, or is paused, at a planned call. */
export const faultyIntegrator = (
  integrator: Integrator,
  { through }: FaultyEventStore,
  /** Receives the document of each call. */
  isCalled: (uuid: string) => void,
): Integrator => ({
  prepareVoucher: (call, voucher) => {
    isCalled(voucher.uuid)
    return through('prepare', () => integrator.prepareVoucher(call, voucher), onLostAnswer)
  },
  sendVoucherSms: (call, uuid) => {
    isCalled(uuid)
    return through('sms', () => integrator.sendVoucherSms(call, uuid), onLostAnswer)
  },
  submitVoucher: (call, uuid, code) => {
    isCalled(uuid)
    return through('submit', () => integrator.submitVoucher(call, uuid, code), onLostAnswer)
  },
  voucherStatus: (call, uuid) => {
    isCalled(uuid)
    return through('status', () => integrator.voucherStatus(call, uuid), onLostAnswer)
  },
  voucherFile: (call, uuid, format) => {
    isCalled(uuid)
    return through('file', () => integrator.voucherFile(call, uuid, format), noFile)
  },
  cancelVoucher: (call, uuid) => {
    isCalled(uuid)
    return through('cancel', () => integrator.cancelVoucher(call, uuid), onLostAnswer)
  },
})
