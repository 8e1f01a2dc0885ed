import { type EventOf, eventFamily, publicField } from './event-family.ts'
import { integer, string } from './fields.ts'

/** The notary's statements about the whole log. They belong to no company. */
export const notaryEvents = eventFamily('notary', {
  /** The hash chain had this `head` after `count` events, not counting those of system streams. */
  HeadSigned: {
    count: publicField(integer),
    /** This and the next fields are in hexadecimal digits; the signature is Ed25519. */
    head: publicField(string),
    keyId: publicField(string),
    publicKey: publicField(string),
    signature: publicField(string),
  },
  /** One key is followed by another. Each of the two signs this, so either vouches for the other. */
  KeySucceeded: {
    publicKey: publicField(string),
    successor: publicField(string),
    signature: publicField(string),
    successorSignature: publicField(string),
  },
})

/** The stream with the notary's signatures. */
export const HEADS_STREAM = 'notary-heads'
/** The stream that says which key followed which. */
export const KEYS_STREAM = 'notary-keys'

export type NotaryEvent = EventOf<typeof notaryEvents>
