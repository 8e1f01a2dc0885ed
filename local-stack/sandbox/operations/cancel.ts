import type { Document } from '../state/documents.ts'
import type { State } from '../state/state.ts'
import { alreadyAccepted, ended, notFound } from './document-answers.ts'
import { calledUuid, uuidOf } from './document-request.ts'
import { failure, type Operation } from './operation.ts'

interface Drafts<Draft extends Pick<Document, 'state'>> {
  readonly find: (uuid: string) => Draft | undefined
  readonly save: (draft: Draft) => void
}

/** Cancels a draft permanently; its uuid is used up. */
export const cancelDraft = <Draft extends Pick<Document, 'state'>>(
  { atomically }: Pick<State, 'atomically'>,
  drafts: Drafts<Draft>,
  called: Pick<Operation, 'name' | 'url'>,
): Operation => ({
  ...called,
  method: 'DELETE',
  uuidOf: calledUuid,
  perform: (request) => {
    const uuid = uuidOf(request)
    return atomically(() => {
      const draft = drafts.find(uuid)
      if (draft === undefined) return notFound
      if (draft.state === 'accepted') return alreadyAccepted
      if (draft.state === 'rejected') return ended(uuid, 'rejected')
      drafts.save({ ...draft, state: 'cancelled' })
      return ended(uuid, 'cancelled')
    })
  },
  refuse: () => failure(422, 'CANCEL_REFUSED', 'The provider does not cancel this document.'),
})
