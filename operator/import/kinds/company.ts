import { Type } from 'typebox'
import { flag, freeText, recordId, text } from '#kernel/contract/fields.ts'
import { orNull } from '#kernel/domain/or-null.ts'
import { companyEvents } from '#kernel/events/reference-data.ts'
import { companyStream } from '#kernel/platform/recording/key-streams.ts'
import { identityNumber, optional, timeZone, withDefault } from '../fields.ts'
import { companyKey, lineKind } from '../kind.ts'

const particulars = {
  taxOffice: optional(text()),
  address: optional(freeText()),
  district: optional(text()),
  city: optional(text()),
  phone: optional(text()),
  email: optional(text()),
}

export const company = lineKind(companyEvents)({
  kind: 'company',
  schema: Type.Object({
    id: recordId(),
    title: text(),
    taxNumber: identityNumber(),
    ...particulars,
    package: withDefault(text(), 'Standard'),
    status: withDefault(flag(), true),
    kmtsEnabled: withDefault(flag(), false),
    timeZone: withDefault(timeZone(), 'Europe/Istanbul'),
  }),
  target: ({ id }) => ({ companyId: id, stream: companyStream(id), refersTo: {} }),
  sealedFor: companyKey,
  event: (data) => ({
    type: 'CompanyRecorded',
    data: {
      companyId: data.id,
      title: data.title,
      taxNumber: data.taxNumber,
      ...orNull(data, particulars),
      package: data.package,
      status: data.status,
      kmtsEnabled: data.kmtsEnabled,
      timeZone: data.timeZone,
    },
  }),
})
