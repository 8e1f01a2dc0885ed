import { hash } from 'node:crypto'

const BLOCK_BYTES = 64
const DIGEST_BYTES = 32
/** UTF-8 needs at most three bytes for each unit of a JavaScript string. */
const BYTES_PER_UNIT = 3
const USUAL_BYTES = 16_384

/**
 * HMAC-SHA-256 (RFC 2104) of texts under a key of at most one block. It is that of `createHmac`
 * in half of its time: an object for each call costs more than the hash of a kilobyte.
 */
export function hmacWith(
  key: Buffer,
  encoding: 'base64url' | 'hex' = 'base64url',
): (text: string) => string {
  if (key.length > BLOCK_BYTES) throw new Error(`a key of over ${BLOCK_BYTES} bytes`)
  const outer = padded(key, 0x5c, DIGEST_BYTES)
  const usualInner = padded(key, 0x36, USUAL_BYTES)
  return (text) => {
    const room = text.length * BYTES_PER_UNIT
    const inner = room <= USUAL_BYTES ? usualInner : padded(key, 0x36, room)
    const end = BLOCK_BYTES + inner.write(text, BLOCK_BYTES)
    const innerDigest = hash('sha256', inner.subarray(0, end), 'binary')
    outer.write(innerDigest, BLOCK_BYTES, 'binary')
    return hash('sha256', outer, encoding)
  }
}

/** The key in its block, with every bit of the pattern turned; behind it room for what is hashed. */
function padded(key: Buffer, pattern: number, room: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES + room, 0)
  for (let at = 0; at < BLOCK_BYTES; at++) block[at] = (key[at] ?? 0) ^ pattern
  return block
}
