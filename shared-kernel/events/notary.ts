import { type EventOf, eventFamily, publicField } from './event-family.ts'
import { integer, string } from './fields.ts'

/** The notary's statements about the whole log; they are no company's. */
export const notaryEvents = eventFamily('notary', {
  /** After `count` events, those of system streams left out, the chain of their hashes stood at `head`. */
  HeadSigned: {
    count: publicField(integer),
    /** These in hexadecimal digits; Ed25519. */
    head: publicField(string),
    keyId: publicField(string),
    publicKey: publicField(string),
    signature: publicField(string),
  },
})

export type NotaryEvent = EventOf<typeof notaryEvents>
