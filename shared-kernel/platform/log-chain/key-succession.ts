import { isSignedBy, type NotaryKey } from './signed-head.ts'

/** One notary key is followed by another; all in hexadecimal digits. */
export type KeySuccession = {
  readonly publicKey: string
  readonly successor: string
  /** By the first key. */
  readonly signature: string
  /** By its successor, over the same statement. */
  readonly successorSignature: string
}

/** Both keys sign, so an auditor who knows one of them can trust the other. */
export function succession(key: NotaryKey, successor: NotaryKey): KeySuccession {
  const keys = { publicKey: key.publicKey, successor: successor.publicKey }
  const message = statement(keys)
  return { ...keys, signature: key.sign(message), successorSignature: successor.sign(message) }
}

export function isKeySuccession(one: KeySuccession): boolean {
  const message = statement(one)
  return (
    isSignedBy(one.publicKey, message, one.signature) &&
    isSignedBy(one.successor, message, one.successorSignature)
  )
}

/** The key, those that followed it and those that it followed. */
export function keysTrustedWith(
  publicKey: string,
  successions: readonly KeySuccession[],
): ReadonlySet<string> {
  const trusted = new Set([publicKey])
  const sound = successions.filter(isKeySuccession)
  for (let before = 0; before < trusted.size; ) {
    before = trusted.size
    for (const { publicKey: first, successor } of sound) {
      if (trusted.has(first)) trusted.add(successor)
      if (trusted.has(successor)) trusted.add(first)
    }
  }
  return trusted
}

const statement = ({ publicKey, successor }: Pick<KeySuccession, 'publicKey' | 'successor'>) =>
  Buffer.from(`sarraf notary key\n${publicKey}\n${successor}\n`)
