import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { RIGHTS } from '#kernel/contract/endpoint.ts'
import { flag, oneOf, recordId } from '#kernel/contract/fields.ts'
import { schemaFault } from '#kernel/domain/detail.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import { type ApiKeyEvent, apiKeyEvents } from '#kernel/events/reference-data.ts'
import { secretMatches } from '#kernel/platform/http/secret-hash.ts'
import { apiKeyStream, companyStream } from '#kernel/platform/recording/key-streams.ts'
import { end, withDefault } from '../fields.ts'
import { companyKey, type ImportRun, type LineKind, lineKind } from '../kind.ts'
import { isGuessable } from './guessable.ts'

const SHORTEST_SECRET = 24

/** The README shows its secret; the system that `npm start` starts can be reached from this machine only. */
const demo = { companyId: 'de3000010000000000000001', secretKey: 'demo-secret' }

const isDemo = ({ companyId, secretKey }: Static<typeof SecretFields>) =>
  companyId === demo.companyId && secretKey === demo.secretKey

const anySecret = Type.String({
  minLength: 1,
  maxLength: 500,
  description: `a text of ${SHORTEST_SECRET} to 500 characters that is hard to guess: no repetition, sequence or known name`,
})
const SecretFields = Type.Object({
  companyId: Type.String(),
  apiUserId: Type.String(),
  secretKey: Type.String(),
})
const WithSecret = Compile(SecretFields)

const anyApiKey = lineKind(apiKeyEvents)({
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
    secretKey: anySecret,
    status: withDefault(flag(), true),
    validUntil: end(),
    rights: withDefault(Type.Array(oneOf('*', ...RIGHTS)), ['*']),
  }),
  target: ({ companyId, apiUserId }) => ({
    companyId,
    stream: apiKeyStream(apiUserId),
    namedBy: 'apiUserId',
    refersTo: { companyId: companyStream(companyId) },
  }),
  sealedFor: companyKey,
  event: async (
    { companyId, apiUserId, secretKey, status, validUntil, rights },
    previous,
    run,
  ) => ({
    type: 'ApiKeyRecorded',
    data: {
      companyId,
      apiUserId,
      secretHash: await hashOf(secretKey, previous, run),
      status,
      validUntil,
      rights,
    },
  }),
})

/** Long secrets cannot be guessed, unless they follow from little. */
export const apiKey: LineKind = {
  ...anyApiKey,
  check(data) {
    const checked = anyApiKey.check(data)
    if (checked.faults !== undefined || !WithSecret.Check(data) || isDemo(data)) return checked
    const { companyId, apiUserId } = data
    const secret = data.secretKey.trim()
    if (secret.length < SHORTEST_SECRET) return { faults: [schemaFault('secretKey', 'minLength')] }
    return secret === companyId || isGuessable(secret, [apiUserId])
      ? { faults: [schemaFault('secretKey', 'format')] }
      : checked
  },
}

/** The hash that is kept already, if it is this secret's: every new one has another salt. */
async function hashOf(
  secretKey: string,
  previous: ApiKeyEvent | undefined,
  { hashSecret }: ImportRun,
): Promise<string> {
  const kept = previous === undefined ? null : valueUnlessForgotten(previous.data.secretHash)
  if (kept !== null && (await secretMatches(kept, secretKey))) return kept
  return hashSecret(secretKey)
}
