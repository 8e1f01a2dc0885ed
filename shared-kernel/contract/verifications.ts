import { Type } from 'typebox'
import { form } from './customers.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, Id, IdParameter, NoParameters, nullable, oneOf, Text } from './fields.ts'

export const Verification = Type.Object({
  ...form,
  birthday: nullable(Text),
  nationality: nullable(Text),
  approvedAt: nullable(DateTime),
  signedAt: nullable(DateTime),
  status: oneOf('pending', 'approved', 'rejected'),
})

export const readVerification = endpoint({
  operationId: 'readVerification',
  summary: 'How far an identification form has come',
  method: 'GET',
  path: '/v1/compliance/verifications/{id}',
  service: 'query',
  right: 'compliance',
  params: IdParameter,
  query: NoParameters,
  status: 200,
  data: Verification,
  errors: ['VALIDATION_FAILED', 'RESOURCE_NOT_FOUND'],
})

export const IdvSession = Type.Object({
  id: Id,
  /** Null once the person has been forgotten, as the data set. */
  idNo: nullable(Text),
  createdAt: DateTime,
  updatedAt: DateTime,
  dataSet: nullable(Type.Record(Type.String(), Type.Unknown())),
})

export const readIdvSession = endpoint({
  operationId: 'readIdvSession',
  summary: 'One identity-verification session, with its result',
  method: 'GET',
  path: '/v1/compliance/idv-sessions/{id}',
  service: 'query',
  right: 'compliance',
  params: IdParameter,
  query: NoParameters,
  status: 200,
  data: IdvSession,
  errors: ['VALIDATION_FAILED', 'RESOURCE_NOT_FOUND'],
})
