import { type Answer, failure } from './operation.ts'

export const notFound = failure(404, 'NOT_FOUND', 'There is no document with this uuid.')

export const notADraft = failure(409, 'NOT_A_DRAFT', 'The document is no longer a draft.')

export const alreadyAccepted = failure(
  409,
  'ALREADY_ACCEPTED',
  'The document is accepted and can be cancelled only in the portal.',
)

/** A draft that can never become a document. */
export const ended = (uuid: string, state: 'cancelled' | 'rejected'): Answer => ({
  status: 200,
  json: { uuid, state },
})
