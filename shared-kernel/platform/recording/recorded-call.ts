import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type Forgotten, forgotten } from '#kernel/events/event-family.ts'
import type { EventMetadata } from '#kernel/events/metadata.ts'
import { KeyDestroyed } from '../vault/key-destroyed.ts'
import type { KeyOwner } from '../vault/key-owner.ts'
import { CALL, openValue, type SealedIn, sealValue } from '../vault/sealed-value.ts'
import type { Vault } from '../vault/vault.ts'

/** The origin of a request, and its idempotency key. */
export type RecordedCall = Pick<EventMetadata, 'ip' | 'userAgent' | 'idempotencyKey'>

const Call = Compile(
  Type.Object({
    ip: Type.Union([Type.String(), Type.Null()]),
    userAgent: Type.Union([Type.String(), Type.Null()]),
    idempotencyKey: Type.Union([Type.String(), Type.Null()]),
  }),
)

const noCall: RecordedCall = { ip: null, userAgent: null, idempotencyKey: null }

/**
 * Seals the data of a caller with a key of the API user, because an address identifies a person and
 * an `Idempotency-Key` may contain anything.
 */
export async function sealCall<
  From extends Omit<EventMetadata, 'version' | 'recordedAt' | 'keyId'>,
>(vault: Vault, from: From, event: SealedIn): Promise<From> {
  const { ip, userAgent, idempotencyKey } = from
  if (ip === null && userAgent === null && idempotencyKey === null) return from
  const key = await vault.keyOf(ownerOf(from)).catch(noneWhereForgotten)
  if (key === undefined) return { ...from, ...noCall }
  const call = { ip, userAgent, idempotencyKey }
  const sealed = sealValue(key.key, placeIn(event), call)
  return { ...from, ...noCall, call: { sealed, keyId: key.id } }
}

/** Null if there was no caller; `forgotten` if the API user's key has been destroyed. */
export async function openCall(
  vault: Pick<Vault, 'keys'>,
  metadata: EventMetadata,
  event: SealedIn,
): Promise<RecordedCall | Forgotten | null> {
  const { call, ip, userAgent, idempotencyKey } = metadata
  if (call === undefined) {
    return ip === null && userAgent === null ? null : { ip, userAgent, idempotencyKey }
  }
  const key = (await vault.keys([call.keyId])).get(call.keyId)
  if (key === undefined) return forgotten
  return Call.Parse(openValue(key.key, placeIn(event), call.sealed))
}

const ownerOf = ({ companyId, actor }: Pick<EventMetadata, 'companyId' | 'actor'>): KeyOwner => ({
  companyId,
  purpose: 'company',
  person: `caller ${actor.id}`,
})

const placeIn = ({ stream, id }: SealedIn) => ({ stream, id, name: CALL })

/** The call of a forgotten API user is recorded without its origin. */
function noneWhereForgotten(error: unknown): undefined {
  if (!(error instanceof KeyDestroyed)) throw error
}
