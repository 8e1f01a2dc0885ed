import type { State } from '../../state/state.ts'
import { alreadyAccepted, ended, notFound } from '../document-answers.ts'
import { calledUuid, uuidOf } from '../document-request.ts'
import { failure, type Operation } from '../operation.ts'

/** Cancels a draft permanently; its uuid is used up. */
export const cancelVoucher = ({
  vouchers,
  atomically,
}: Pick<State, 'vouchers' | 'atomically'>): Operation => ({
  name: 'voucher.cancel',
  method: 'DELETE',
  url: '/e-vouchers/:uuid',
  uuidOf: calledUuid,
  perform: (request) => {
    const uuid = uuidOf(request)
    return atomically(() => {
      const voucher = vouchers.find(uuid)
      if (voucher === undefined) return notFound
      if (voucher.state === 'accepted') return alreadyAccepted
      if (voucher.state === 'rejected') return ended(uuid, 'rejected')
      vouchers.save({ ...voucher, state: 'cancelled' })
      return ended(uuid, 'cancelled')
    })
  },
  refuse: () => failure(422, 'CANCEL_REFUSED', 'The provider does not cancel this document.'),
})
