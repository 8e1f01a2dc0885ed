import { type Fields, PERSON } from './forms.ts'
import { type Line, recordId } from './system-dealer.ts'

/** An import line of a customer account: no more than it must say, or what is given. */
export const customerLine = (data: Fields = {}): Line => ({
  kind: 'customer',
  data: { id: recordId(), idNo: PERSON, nameSurname: 'Ayşe Işık', ...data },
})

/** An import line of an entry in the customer register. */
export const registerLine = (data: Fields = {}): Line => ({
  kind: 'customerEvent',
  data: {
    id: recordId(),
    idNo: PERSON,
    eventDate: '2026-11-20T09:45:00Z',
    recordLevel: 1,
    ...data,
  },
})
