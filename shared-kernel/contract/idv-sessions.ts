import { idvSessions } from '#kernel/records/idv-sessions.ts'
import { detailSchema, named } from '#kernel/records/response.ts'
import { detailEndpoint } from './reading.ts'

export const readIdvSession = detailEndpoint(named('IdvSession', detailSchema(idvSessions)), {
  operationId: 'readIdvSession',
  summary: 'Read a verification session',
  about: 'One identity verification session, with its result.',
  path: '/v1/compliance/idv-sessions/{id}',
  right: 'compliance',
})
