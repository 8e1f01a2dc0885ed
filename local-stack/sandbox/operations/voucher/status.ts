import type { State } from '../../state/state.ts'
import type { Voucher } from '../../state/vouchers.ts'
import { failure, type Operation } from '../operation.ts'
import { calledUuid, notFound, uuidOf } from './request.ts'

const REPORTED_AFTER_MS = 86_400_000

/** What became of the document. */
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

const statusOf = ({ uuid, state, number, acceptedAt, detail }: Voucher) => ({
  uuid,
  state,
  number,
  acceptedAt,
  detail,
  reportStatus: acceptedAt === null ? null : reportStatusAt(Date.parse(acceptedAt)),
  cancelled: state === 'cancelled',
})

/** The report to the tax authority goes out a day after the document. */
const reportStatusAt = (acceptedAt: number) =>
  Date.now() - acceptedAt < REPORTED_AFTER_MS ? 'NotReported' : 'Reported'
