import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import { instant, recordId } from '#kernel/contract/fields.ts'
import { freeJson } from '#kernel/contract/free-json.ts'
import { keyHolder, personRefOf } from '#kernel/domain/person-name.ts'
import { parseStrictJson } from '#kernel/domain/strict-json.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import { type IdvSessionEvent, idvSessionEvents } from '#kernel/events/idv-session.ts'
import { companyStream } from '#kernel/platform/recording/key-streams.ts'
import { identityNumber } from '../fields.ts'
import { lineKind } from '../kind.ts'

export const idvSession = lineKind(idvSessionEvents)({
  kind: 'idvSession',
  schema: Type.Object({
    companyId: recordId(),
    id: recordId(),
    idNo: identityNumber(),
    createdAt: instant(),
    updatedAt: instant(),
    dataSet: Type.Record(Type.String(), Type.Unknown(), {
      description: 'an object',
      ...freeJson({ keepsDigits: true }),
    }),
  }),
  target: ({ companyId, id }) => ({
    companyId,
    stream: `idvSession-${id}`,
    namedBy: 'id',
    refersTo: { companyId: companyStream(companyId) },
  }),
  sealedFor: ({ idNo }) => ({ purpose: 'customer', person: keyHolder(idNo) }),
  event: (data, previous, { vault }) => ({
    type: 'SessionRecorded',
    data: {
      companyId: data.companyId,
      sessionId: data.id,
      personRef: personRefOf(vault, data.companyId, data.idNo),
      createdAt: data.createdAt,
      updatedAt: data.updatedAt,
      session: { idNo: data.idNo, dataSet: textOf(data.dataSet, previous) },
    },
  }),
})

/** The order of names means nothing: a text that says the same is kept. */
function textOf(dataSet: object, previous: IdvSessionEvent | undefined): string {
  const kept = valueUnlessForgotten(previous?.data.session ?? null)?.dataSet
  const isSame = kept !== undefined && isDeepStrictEqual(parseStrictJson(kept), dataSet)
  return isSame ? kept : JSON.stringify(dataSet)
}
