import type { Static } from 'typebox'
import {
  CustomerRelation,
  type FormContent,
  personFields,
} from '#kernel/contract/customer-forms.ts'
import { orNull } from '#kernel/domain/or-null.ts'
import type { SubmittedForm } from './customer-form.ts'

export type FormRequest = Static<typeof FormContent>
type Content = Pick<SubmittedForm, 'idType' | 'idCardType' | 'isAbroad' | 'onlyInvoice' | 'person'>

/** What a request says, with what it leaves out. */
export const contentOf = ({ customerRelation: relation, ...request }: FormRequest): Content => ({
  idType: request.idType ?? 'person',
  idCardType: request.idCardType ?? 'idCard',
  isAbroad: request.isAbroad ?? null,
  onlyInvoice: request.onlyInvoice ?? null,
  person: {
    idNo: request.idNo,
    nameSurname: request.nameSurname,
    nationality: null,
    ...orNull(request, personFields),
    customerRelation: relation === undefined ? null : orNull(relation, CustomerRelation.properties),
  },
})
