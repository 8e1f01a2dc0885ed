import { Type } from 'typebox'
import { flag, freeText, instant, oneOf, recordId, text } from '#kernel/contract/fields.ts'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import { orNull } from '#kernel/domain/or-null.ts'
import { keyHolder, personRefOf } from '#kernel/domain/person-name.ts'
import { customerEvents } from '#kernel/events/customer.ts'
import { companyStream } from '#kernel/platform/recording/key-streams.ts'
import type { Complete } from '../complete.ts'
import {
  birthday,
  derived,
  identityNumber,
  lastChange,
  optional,
  texts,
  withDefault,
} from '../fields.ts'
import { lineKind } from '../kind.ts'

const relation = {
  types: optional(text()),
  nameSurname: optional(text()),
  idNo: optional(identityNumber()),
}

/** What belongs to the person and is sealed under the person's key. */
const personalTexts = {
  phone: optional(text()),
  email: optional(text()),
  nationality: optional(text()),
  countries: optional(text()),
  states: optional(text()),
  cities: optional(text()),
  name: optional(text()),
  surname: optional(text()),
  ownerName: optional(text()),
  birthplace: optional(text()),
  birthday: optional(birthday()),
  phone2: optional(text()),
  taxOffice: optional(text()),
  registryNo: optional(text()),
  cmpNo: optional(text()),
  activityName: optional(text()),
  naceCode: optional(text()),
  countriesCode: optional(text()),
  statesCode: optional(text()),
  address: optional(freeText()),
  motherName: optional(text()),
  fatherName: optional(text()),
  jobName: optional(text()),
}

const Customer = Type.Object({
  companyId: recordId(),
  id: recordId(),
  idNo: identityNumber(),
  nameSurname: text(),
  idType: derived(oneOf('person', 'company'), '`company` if `idNo` has 10 digits, else `person`'),
  idCardType: optional(oneOf('idCard', 'passport', 'dlCard', 'other')),
  recordLevel: optional(Type.Integer({ minimum: 0, maximum: 4 })),
  isVerify: withDefault(flag(), false),
  isValid: withDefault(flag(), false),
  isPhoto: withDefault(flag(), false),
  isAbroad: withDefault(flag(), false),
  saveType: optional(oneOf('bank', 'manual', 'idCard', 'accord')),
  labels: withDefault(texts(), []),
  bankCodes: withDefault(texts(), []),
  docTypes: withDefault(texts(), []),
  createdDate: derived(instant(), 'as before, or the moment of the import'),
  lastDate: optional(instant()),
  updatedAt: lastChange(),
  /** As the API shows it; it follows from the log. */
  forgotten: derived(flag(), 'not used'),
  year: optional(Type.Integer({ minimum: 0, maximum: 9999 })),
  ibans: withDefault(texts(), []),
  customerRelation: optional(Type.Object(relation)),
  ...personalTexts,
})

const customerStream = (customerId: string) => `customer-${customerId}`

type CustomerLine = Complete<typeof Customer>

export const customer = lineKind(customerEvents)({
  kind: 'customer',
  schema: Customer,
  target: ({ companyId, id, idNo }) => ({
    companyId,
    stream: customerStream(id),
    namedBy: 'id',
    account: { id, number: normalNumber(idNo) },
    refersTo: { companyId: companyStream(companyId) },
  }),
  sealedFor: ({ idNo }) => ({ purpose: 'customer', person: keyHolder(idNo) }),
  event: (data, previous, { vault, now }) => ({
    type: 'CustomerRecorded',
    data: {
      companyId: data.companyId,
      customerId: data.id,
      personRef: personRefOf(vault, data.companyId, data.idNo),
      idType: data.idType ?? idTypeOf(data.idNo),
      idCardType: data.idCardType ?? null,
      recordLevel: data.recordLevel ?? null,
      isVerify: data.isVerify,
      isValid: data.isValid,
      isPhoto: data.isPhoto,
      isAbroad: data.isAbroad,
      saveType: data.saveType ?? null,
      labels: data.labels,
      bankCodes: data.bankCodes,
      docTypes: data.docTypes,
      createdDate: data.createdDate ?? previous?.data.createdDate ?? new Date(now()).toISOString(),
      lastDate: data.lastDate ?? null,
      person: personOf(data),
    },
  }),
})

/** Ten digits are a tax number; eleven digits are a national number, which only a person has. */
const idTypeOf = (idNo: string) => (/^\d{10}$/.test(normalNumber(idNo)) ? 'company' : 'person')

const personOf = (data: CustomerLine) => ({
  idNo: data.idNo,
  nameSurname: data.nameSurname,
  ...orNull(data, personalTexts),
  year: data.year ?? null,
  ibans: data.ibans,
  customerRelation: data.customerRelation ? orNull(data.customerRelation, relation) : null,
})
