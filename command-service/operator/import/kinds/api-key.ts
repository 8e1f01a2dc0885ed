import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { RIGHTS } from '#kernel/contract/endpoint.ts'
import { flag, instant, oneOf, recordId, text } from '#kernel/contract/fields.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import { type ApiKeyEvent, apiKeyEvents } from '#kernel/events/reference-data.ts'
import { hashSecret, secretMatches } from '#kernel/platform/http/secret-hash.ts'
import { optional } from '../fields.ts'
import { companyKey, lineKind } from '../kind.ts'
import { companyStream } from './company.ts'

export const apiKey = lineKind(apiKeyEvents)({
  kind: 'apiKey',
  schema: Type.Object({
    companyId: recordId(),
    // HTTP Basic ends the user's name at the first colon.
    apiUserId: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '^[^:]*$',
      description: 'a text of 1 to 500 characters without a colon',
    }),
    secretKey: text(),
    status: optional(flag()),
    validUntil: instant(),
    rights: optional(Type.Array(oneOf('*', ...RIGHTS))),
  }),
  target: ({ companyId, apiUserId }) => ({
    companyId,
    stream: `apiKey-${createHash('sha256').update(apiUserId).digest('hex').slice(0, 40)}`,
    namedBy: 'apiUserId',
    refersTo: { companyId: companyStream(companyId) },
  }),
  sealedFor: companyKey,
  event: async ({ companyId, apiUserId, secretKey, status, validUntil, rights }, previous) => ({
    type: 'ApiKeyRecorded',
    data: {
      companyId,
      apiUserId,
      secretHash: await hashOf(secretKey, previous),
      status: status ?? true,
      validUntil,
      rights: rights ?? ['*'],
    },
  }),
})

/** The hash that is kept already, if it is this secret's: every new one has another salt. */
async function hashOf(secretKey: string, previous: ApiKeyEvent | undefined): Promise<string> {
  const kept = previous === undefined ? null : valueUnlessForgotten(previous.data.secretHash)
  if (kept !== null && (await secretMatches(kept, secretKey))) return kept
  return hashSecret(secretKey)
}
