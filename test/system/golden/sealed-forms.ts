import { createSecretKey } from 'node:crypto'
import { hashedRequest, openedAnswer, sealedAnswer } from '#command/event-sourcing/sealed-answer.ts'
import { hashSecret, secretMatches } from '#kernel/platform/http/secret-hash.ts'
import { signedSessions } from '#kernel/platform/sessions/signed-sessions.ts'
import { masterKeysWith } from '#kernel/platform/vault/master-keys.ts'
import { openValue, sealValue } from '#kernel/platform/vault/sealed-value.ts'
import { wrap } from '#kernel/platform/vault/wrapping.ts'
import { COMPANY, TEXT, vault } from './stored-forms.ts'

/** What is written otherwise each time. A text of any release is read as what it meant. */
export interface SealedForm {
  readonly write: () => string | Promise<string>
  readonly read: (stored: string) => unknown
  readonly means: unknown
}

const key = createSecretKey(Buffer.alloc(32, 's'))
const [place, request] = [
  { stream: 'customer-ığ', id: TEXT, name: ['call', TEXT] },
  hashedRequest(vault, COMPANY, TEXT),
]
const values = { name: TEXT, none: null, empty: '', list: [{}, []], amount: '15100.00' }
const answer = { data: values, status: 200, headers: { 'x-event-position': '7' } }
const masterKeys = masterKeysWith(Buffer.alloc(32, 'v'), () => Promise.resolve([]))

const bytes = (stored: string) => Buffer.from(stored, 'base64')
const opened = (stored: string) => openedAnswer(vault, request, bytes(stored))
const answerFor = async (ofPerson: { readonly id: string; readonly key: typeof key } | undefined) =>
  (await sealedAnswer(vault, request, { answer, ofPerson })).toString('base64')

const SECRET = ' Şifrə ığ '
const NOW = Date.parse('2026-11-20T09:45:00.123Z')
/** No session of it ends by itself while this is the time. */
const sessions = signedSessions({
  right: 'console',
  vaultKey: Buffer.alloc(32, 'v'),
  ended: { add: () => Promise.resolve(), has: () => Promise.resolve(false) },
  findKey: (apiUserId) =>
    Promise.resolve({
      apiUserId,
      companyId: COMPANY,
      secretHash: 'scrypt$1024$8$1$c2FsdA==$aGFzaA==',
      status: true,
      validUntil: '9999-12-31T00:00:00.000Z',
      rights: ['console'],
      company: { package: 'Pro', status: true, kmtsEnabled: false },
    }),
  now: () => NOW,
})

export const sealedForms: Readonly<Record<string, SealedForm>> = {
  'key of the vault': {
    write: () => masterKeys.wrap(TEXT, Buffer.from(TEXT)).toString('base64'),
    read: async (stored) => String(await masterKeys.unwrap(TEXT, bytes(stored))),
    means: TEXT,
  },
  'field of an event': {
    write: () => sealValue(key, place, values),
    read: (stored) => openValue(key, place, stored),
    means: values,
  },
  'field of an event, by its owner’s key': {
    write: () =>
      wrap(
        key,
        JSON.stringify([place.stream, place.id, ...place.name]),
        Buffer.from(JSON.stringify(values)),
      ).toString('base64'),
    read: (stored) => openValue(key, place, stored),
    means: values,
  },
  'kept answer': { write: () => answerFor(undefined), read: opened, means: answer },
  'kept answer about a person': {
    write: () => answerFor({ id: 'golden', key: createSecretKey(Buffer.alloc(32, 0x5a)) }),
    read: opened,
    means: answer,
  },
  'hash of a secret': {
    write: () => hashSecret(SECRET, 1_024),
    read: (stored) => secretMatches(stored, SECRET),
    means: true,
  },
  'session of a page': {
    write: async () => (await sessions.begin(TEXT)) ?? '',
    read: async (stored) => (await sessions.look(stored))?.caller,
    means: { companyId: COMPANY, apiUserId: TEXT, rights: ['console'] },
  },
}
