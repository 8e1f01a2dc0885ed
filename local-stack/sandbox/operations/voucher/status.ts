import type { State } from '../../state/state.ts'
import { notFound } from '../document-answers.ts'
import { calledUuid, uuidOf } from '../document-request.ts'
import { statusOf } from '../document-status.ts'
import { failure, type Operation } from '../operation.ts'

/** The status of the document. */
export const voucherStatus = ({ vouchers }: Pick<State, 'vouchers'>): Operation => ({
  name: 'voucher.status',
  method: 'GET',
  url: '/e-vouchers/:uuid',
  uuidOf: calledUuid,
  perform: (request) => {
    const voucher = vouchers.find(uuidOf(request))
    return voucher === undefined ? notFound : { status: 200, json: statusOf(voucher) }
  },
  refuse: () => failure(422, 'QUESTION_REFUSED', 'The provider does not answer this question.'),
})
