import { Type } from 'typebox'
import { oneOf, recordId, text } from '#kernel/contract/fields.ts'
import { providerAccountEvents, providerAccountStream } from '#kernel/events/reference-data.ts'
import { companyStream } from '#kernel/platform/recording/key-streams.ts'
import { derived, optional, webAddress } from '../fields.ts'
import { companyKey, lineKind } from '../kind.ts'

export const providerAccount = lineKind(providerAccountEvents)({
  kind: 'providerAccount',
  schema: Type.Object({
    companyId: recordId(),
    provider: oneOf('integrator', 'kmts', 'bank'),
    url: derived(webAddress(), 'the address in the settings, such as `INTEGRATOR_URL`'),
    user: optional(text()),
    secret: optional(text()),
  }),
  target: ({ companyId, provider }) => ({
    companyId,
    stream: providerAccountStream(companyId, provider),
    refersTo: { companyId: companyStream(companyId) },
  }),
  sealedFor: companyKey,
  event: ({ companyId, provider, url, user, secret }) => ({
    type: 'ProviderAccountRecorded',
    data: {
      companyId,
      provider,
      url: url ?? null,
      account: { user: user ?? null, secret: secret ?? null },
    },
  }),
})
