import { Type } from 'typebox'
import { freeText, instant, recordId } from '#kernel/contract/fields.ts'
import { keyHolder, personRefOf } from '#kernel/domain/person-name.ts'
import { registerEvents } from '#kernel/events/customer-event.ts'
import { companyStream } from '#kernel/platform/recording/key-streams.ts'
import { RecordLevel } from '#kernel/records/customers.ts'
import { identityNumber, optional } from '../fields.ts'
import { lineKind, type Target } from '../kind.ts'

export const customerEvent = lineKind(registerEvents)({
  kind: 'customerEvent',
  schema: Type.Object({
    companyId: recordId(),
    id: recordId(),
    eventDate: instant(),
    idNo: identityNumber(),
    customerId: optional(recordId()),
    recordLevel: RecordLevel,
    comment: optional(freeText()),
  }),
  target: ({ companyId, id }): Target => ({
    companyId,
    stream: `customerEvent-${id}`,
    namedBy: 'id',
    // An account that is not known here stays the panel's own: the event's detail shows none then.
    refersTo: { companyId: companyStream(companyId) },
  }),
  // The law wants entries kept, so they are not forgotten with the account.
  sealedFor: ({ idNo }) => ({ purpose: 'fiscal', person: keyHolder(idNo) }),
  event: (data, _previous, { vault }) => ({
    type: 'RegisterEventRecorded',
    data: {
      companyId: data.companyId,
      registerEventId: data.id,
      customerId: data.customerId ?? null,
      personRef: personRefOf(vault, data.companyId, data.idNo),
      eventDate: data.eventDate,
      recordLevel: data.recordLevel,
      entry: { idNo: data.idNo, comment: data.comment ?? null },
    },
  }),
})
