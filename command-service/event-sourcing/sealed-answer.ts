import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Answer } from '#kernel/platform/http/route.ts'
import type { DataKey } from '#kernel/platform/vault/data-keys.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { unwrap, wrap } from '#kernel/platform/vault/wrapping.ts'

export type DataAnswer = Extract<Answer, { data: unknown }>

/** The request whose answer is kept. */
export interface KeyedRequest {
  readonly companyId: string
  readonly key: string
}

/** Under a keyed hash, because the word that a client chooses can name a person. */
export const hashedRequest = (
  { pseudonym }: Pick<Vault, 'pseudonym'>,
  companyId: string,
  word: string,
): KeyedRequest => ({ companyId, key: pseudonym('idempotencyKey', companyId, word) })

/** The part of an answer about a person that the person's key seals. */
const OfPerson = Compile(
  Type.Object({ data: Type.Object({ keyId: Type.String(), sealed: Type.String() }) }),
)

const answerKey = async (vault: Pick<Vault, 'keyOf'>, companyId: string) =>
  (await vault.keyOf({ companyId, purpose: 'company', person: 'answers' })).key

/** An answer about a person is sealed with the person's key as well, and unreadable once that key is destroyed. */
export async function sealedAnswer(
  vault: Pick<Vault, 'keyOf'>,
  { companyId, key }: KeyedRequest,
  { answer, ofPerson }: { readonly answer: DataAnswer; readonly ofPerson: DataKey | undefined },
): Promise<Buffer> {
  const kept =
    ofPerson === undefined ? answer : { ...answer, data: sealedFor(ofPerson, key, answer) }
  return wrap(await answerKey(vault, companyId), key, Buffer.from(JSON.stringify(kept)))
}

function sealedFor({ id, key }: DataKey, context: string, { data }: DataAnswer) {
  const sealed = wrap(key, context, Buffer.from(JSON.stringify(data)))
  return { keyId: id, sealed: sealed.toString('base64') }
}

/** Undefined if the person in it has been forgotten. */
export async function openedAnswer(
  vault: Pick<Vault, 'keyOf' | 'keys'>,
  { companyId, key }: KeyedRequest,
  sealed: Buffer,
): Promise<DataAnswer | undefined> {
  const bytes = unwrap(await answerKey(vault, companyId), key, sealed)
  const answer: DataAnswer = JSON.parse(bytes.toString())
  if (!OfPerson.Check(answer)) return answer
  const { keyId, sealed: data } = answer.data
  const ofPerson = (await vault.keys([keyId])).get(keyId)
  if (ofPerson === undefined) return undefined
  const opened = unwrap(ofPerson.key, key, Buffer.from(data, 'base64'))
  return { ...answer, data: JSON.parse(opened.toString()) }
}
