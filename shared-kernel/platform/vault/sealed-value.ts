import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { unwrap, wrap } from './wrapping.ts'

/** Stands before a value that is sealed with a key of its own. Base64 has no colon. */
const OWN_KEY = 'own:'

/** The event that a value belongs to. */
export interface SealedIn {
  readonly stream: string
  readonly id: string
}

/** The place of a value: its event, and its name there. */
export interface ValuePlace extends SealedIn {
  readonly name: readonly string[]
}

/** The caller's data in an event's metadata; all other values are fields of its data. */
export const CALL: readonly string[] = ['call', 'metadata']

/** Seals a value with a key that opens this one value only. */
export const sealValue = (key: KeyObject, place: ValuePlace, value: unknown): string => {
  const plain = Buffer.from(JSON.stringify(value))
  const own = createSecretKey(ownKeyOf(key, place))
  return OWN_KEY + wrap(own, contextOf(place), plain).toString('base64')
}

/** Throws if the key or the place differs, or a bit has changed. */
export function openValue(key: KeyObject, place: ValuePlace, sealed: string): unknown {
  const own = keyToDisclose(key, place, sealed)
  const wrapped = Buffer.from(own === undefined ? sealed : sealed.slice(OWN_KEY.length), 'base64')
  const opener = own === undefined ? key : createSecretKey(own)
  return JSON.parse(unwrap(opener, contextOf(place), wrapped).toString())
}

/**
 * The key of this value alone, which may be given to a reader of the value. Undefined for a value that an
 * earlier release sealed with its owner's key, which opens everything of the owner.
 */
export const keyToDisclose = (
  key: KeyObject,
  place: ValuePlace,
  sealed: string,
): Buffer | undefined => (sealed.startsWith(OWN_KEY) ? ownKeyOf(key, place) : undefined)

/** HKDF-Expand of RFC 5869: the owner's key is random, so there is nothing to extract. */
const ownKeyOf = (key: KeyObject, place: ValuePlace) =>
  createHmac('sha256', key).update(contextOf(place)).update('\x01').digest()

const contextOf = ({ stream, id, name }: ValuePlace) => JSON.stringify([stream, id, ...name])
