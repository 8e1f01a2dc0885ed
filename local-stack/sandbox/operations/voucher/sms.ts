import type { State } from '../../state/state.ts'
import { notADraft, notFound } from '../document-answers.ts'
import { calledUuid, uuidOf } from '../document-request.ts'
import { failure, type Operation } from '../operation.ts'
import { CODE_VALID_MS, codeFor } from './code.ts'

/** Sends a new code to the draft's phone; every earlier code becomes invalid. */
export const sendVoucherSms = ({
  vouchers,
  messages,
  atomically,
}: Pick<State, 'vouchers' | 'messages' | 'atomically'>): Operation => ({
  name: 'voucher.sms',
  method: 'POST',
  url: '/e-vouchers/:uuid/sms',
  uuidOf: calledUuid,
  perform: (request) => {
    const uuid = uuidOf(request)
    return atomically(() => {
      const voucher = vouchers.find(uuid)
      if (voucher === undefined) return notFound
      if (voucher.state !== 'draft') return notADraft
      const now = Date.now()
      const sentAt = new Date(now).toISOString()
      const code = codeFor(voucher.phone)
      messages.send({ phone: voucher.phone, code, documentUuid: uuid, sentAt })
      const validUntil = new Date(now + CODE_VALID_MS).toISOString()
      return { status: 200, json: { uuid, sentAt, validUntil } }
    })
  },
  refuse: () => failure(422, 'SMS_REFUSED', 'The operator delivers no message to this phone.'),
})
