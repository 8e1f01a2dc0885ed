import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'

// The prefixes of an Ed25519 key's 32 bytes in PKCS #8 and SPKI (RFC 8410).
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/** The head of the log after a number of events, with the notary's signature. Binary values are in hexadecimal digits. */
export type SignedHead = {
  /** The number of events, not counting those of system streams. */
  readonly count: number
  readonly head: string
  readonly keyId: string
  readonly publicKey: string
  readonly signature: string
}

export interface NotaryKey {
  readonly keyId: string
  /** For verification; it may be published. */
  readonly publicKey: string
  readonly signHead: (count: number, head: Uint8Array) => SignedHead
  /** The signature over other bytes, in hexadecimal digits. */
  readonly sign: (message: Buffer) => string
}

/** An Ed25519 key from its seed of 32 bytes. */
export function notaryKey(seed: Buffer): NotaryKey {
  const key = createPrivateKey({
    key: Buffer.concat([PRIVATE_PREFIX, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(key)
    .export({ format: 'der', type: 'spki' })
    .subarray(PUBLIC_PREFIX.length)
  const keyId = keyIdOf(publicKey)
  const signed = (message: Buffer) => sign(null, message, key).toString('hex')
  return {
    sign: signed,
    keyId,
    publicKey: publicKey.toString('hex'),
    signHead: (count, head) => ({
      count,
      head: Buffer.from(head).toString('hex'),
      keyId,
      publicKey: publicKey.toString('hex'),
      signature: signed(statement(count, Buffer.from(head))),
    }),
  }
}

/** Whether the signature fits the key that the head names. It cannot tell whose key that is. */
export function isSignedHead(signed: SignedHead): boolean {
  const publicKey = Buffer.from(signed.publicKey, 'hex')
  if (keyIdOf(publicKey) !== signed.keyId) return false
  const message = statement(signed.count, Buffer.from(signed.head, 'hex'))
  return isSignedBy(signed.publicKey, message, signed.signature)
}

export const isSignedBy = (publicKey: string, message: Buffer, signature: string): boolean =>
  verify(null, message, keyObject(Buffer.from(publicKey, 'hex')), Buffer.from(signature, 'hex'))

const statement = (count: number, head: Buffer) =>
  Buffer.from(`sarraf log head\n${count}\n${head.toString('hex')}\n`)

const keyIdOf = (publicKey: Buffer) =>
  createHash('sha256').update(publicKey).digest('hex').slice(0, 16)

const keyObject = (publicKey: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, publicKey]), format: 'der', type: 'spki' })
