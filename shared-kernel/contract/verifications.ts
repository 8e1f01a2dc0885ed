import { customerForms } from '#kernel/records/customer-forms.ts'
import { idvSessions } from '#kernel/records/idv-sessions.ts'
import { detailSchema } from '#kernel/records/record.ts'
import { detailEndpoint } from './reading.ts'

export const readVerification = detailEndpoint(detailSchema(customerForms), {
  operationId: 'readVerification',
  summary: 'How far an identification form has come',
  path: '/v1/compliance/verifications/{id}',
  right: 'compliance',
})

export const readIdvSession = detailEndpoint(detailSchema(idvSessions), {
  operationId: 'readIdvSession',
  summary: 'One identity-verification session, with its result',
  path: '/v1/compliance/idv-sessions/{id}',
  right: 'compliance',
})
