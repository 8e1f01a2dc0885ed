import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM: nonce, tag, ciphertext. Unwrapping requires the same `context`. */
export function wrap(key: KeyObject, context: string, plain: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(context))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Throws if the key or the context differs, or a bit has changed. */
export function unwrap(key: KeyObject, context: string, wrapped: Buffer): Buffer {
  const nonce = wrapped.subarray(0, NONCE_BYTES)
  // Otherwise the first four bytes of a tag would do, and they can be guessed.
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(wrapped.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const plain = decipher.update(wrapped.subarray(NONCE_BYTES + TAG_BYTES))
  // Compares the tag; in this mode no byte is left to return.
  decipher.final()
  return plain
}
