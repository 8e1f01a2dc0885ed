import { Type } from 'typebox'
import { instant, recordId, text } from '#kernel/contract/fields.ts'
import { idvSessionEvents } from '#kernel/events/idv-session.ts'
import { companyStream } from '#kernel/platform/key-streams.ts'
import { lineKind } from '../kind.ts'

export const idvSession = lineKind(idvSessionEvents)({
  kind: 'idvSession',
  schema: Type.Object({
    companyId: recordId(),
    id: recordId(),
    idNo: text(),
    createdAt: instant(),
    updatedAt: instant(),
    dataSet: Type.Record(Type.String(), Type.Unknown(), { description: 'an object' }),
  }),
  target: ({ companyId, id }) => ({
    companyId,
    stream: `idvSession-${id}`,
    namedBy: 'id',
    refersTo: { companyId: companyStream(companyId) },
  }),
  sealedFor: ({ idNo }) => ({ purpose: 'customer', person: idNo }),
  event: (data, _previous, { vault }) => ({
    type: 'SessionRecorded',
    data: {
      companyId: data.companyId,
      sessionId: data.id,
      personRef: vault.pseudonym('person', data.companyId, data.idNo),
      createdAt: data.createdAt,
      updatedAt: data.updatedAt,
      session: { idNo: data.idNo, dataSet: data.dataSet },
    },
  }),
})
