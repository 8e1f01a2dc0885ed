import type { documentStates } from '../state/documents.ts'

interface Kept {
  readonly uuid: string
  readonly state: (typeof documentStates)[number]
  readonly number: string | null
  readonly acceptedAt: string | null
  readonly detail: string | null
}

const REPORTED_AFTER_MS = 86_400_000

/** The status of a document of any kind. */
export const statusOf = ({ uuid, state, number, acceptedAt, detail }: Kept) => ({
  uuid,
  // What was cancelled in the portal after it had been accepted stays so.
  state: acceptedAt === null ? state : ('accepted' as const),
  number,
  acceptedAt,
  detail,
  reportStatus: acceptedAt === null ? null : reportStatusAt(Date.parse(acceptedAt)),
  cancelled: state === 'cancelled',
})

/** The report to the tax authority is sent a day after the document. */
const reportStatusAt = (acceptedAt: number) =>
  Date.now() - acceptedAt < REPORTED_AFTER_MS ? 'NotReported' : 'Reported'
