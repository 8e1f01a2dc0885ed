import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { parsed } from '../../parsed.ts'
import type { State } from '../../state/state.ts'
import { creditNoteFaults } from '../../ubl/credit-note/credit-note-faults.ts'
import { notADraft } from '../document-answers.ts'
import { calledUuid, uuidOf } from '../document-request.ts'
import { type Answer, failure, type Operation } from '../operation.ts'

const body = Compile(
  Type.Object({
    document: Type.String({ minLength: 1 }),
    phone: Type.String({ pattern: '^[1-9]\\d{9,14}$' }),
    serial: Type.Optional(Type.Union([Type.String({ pattern: '^[A-Z0-9]{3}$' }), Type.Null()])),
  }),
)

const MOST_FAULTS_LISTED = 5

/** Stores the document as a draft, replacing an earlier draft with the same uuid. */
export const prepareVoucher = ({
  vouchers,
  documents,
  atomically,
}: Pick<State, 'vouchers' | 'documents' | 'atomically'>): Operation => ({
  name: 'voucher.prepare',
  method: 'PUT',
  url: '/e-vouchers/:uuid',
  uuidOf: calledUuid,
  perform: (request) => {
    const uuid = uuidOf(request)
    const { document, phone, serial = null } = parsed(body, request.body)
    return atomically(() => {
      const earlier = documents.find(uuid)
      if (earlier !== undefined && !(earlier.kind === 'voucher' && earlier.state === 'draft')) {
        return notADraft
      }
      const faults = creditNoteFaults(document, uuid)
      if (faults.length > 0) return invalid(faults)
      const keptAt = new Date().toISOString()
      const draft = { uuid, number: null, state: 'draft', acceptedAt: null, detail: null } as const
      vouchers.save({ ...draft, xml: document, phone, serial, keptAt })
      return { status: 200, json: { uuid, state: 'draft' } }
    })
  },
  refuse: () => invalid(['a rule of the provider forbids this content']),
})

function invalid(faults: readonly string[]): Answer {
  const unlisted = faults.length - MOST_FAULTS_LISTED
  const listed = faults.slice(0, MOST_FAULTS_LISTED).join('; ')
  return failure(422, 'DOCUMENT_INVALID', unlisted > 0 ? `${listed}; and ${unlisted} more` : listed)
}
