import { CommandError, WrongUsage } from '#kernel/platform/cli/command.ts'
import { type KeySuccession, keysTrustedWith } from '#kernel/platform/log-chain/key-succession.ts'
import type { Pin } from '#kernel/platform/log-chain/pin-check.ts'
import type { SignedHead } from '#kernel/platform/log-chain/signed-head.ts'
import { entriesIn } from '#kernel/platform/log-chain/witness.ts'

export interface Pins {
  /** The only keys that may have signed; null if any may. */
  readonly publicKeys: ReadonlySet<string> | null
  readonly heads: readonly Pin[]
}

interface Given {
  readonly key?: string | undefined
  readonly witness?: string | undefined
  readonly head?: string | undefined
}

/** The pins that a command's options give. `inLog` says which keys followed which, as the witness does. */
export async function pinsFrom(
  { key, witness, head }: Given,
  inLog: readonly KeySuccession[] = [],
): Promise<Pins> {
  const publicKey = key?.toLowerCase()
  if (publicKey !== undefined && !/^[0-9a-f]{64}$/.test(publicKey)) {
    throw new WrongUsage('--key takes the notary’s public key, 64 hexadecimal digits')
  }
  const onPaper = head === undefined ? [] : [pinIn(head)]
  const { heads, successions } =
    witness === undefined ? { heads: [], successions: [] } : await witnessed(witness)
  if (publicKey === undefined) return { publicKeys: null, heads: [...heads, ...onPaper] }
  const publicKeys = keysTrustedWith(publicKey, [...inLog, ...successions])
  if (!heads.every((each) => publicKeys.has(each.publicKey))) {
    throw new CommandError(`The witness ${witness} has a head that --key did not sign.`)
  }
  return { publicKeys, heads: [...heads, ...onPaper] }
}

function pinIn(text: string): Pin {
  const [, count, head] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/i.exec(text) ?? []
  if (count === undefined || head === undefined) {
    throw new WrongUsage('--head takes COUNT:HASH, the hash with 64 hexadecimal digits')
  }
  return { count: Number(count), head: head.toLowerCase() }
}

async function witnessed(file: string) {
  const heads: (Pin & Pick<SignedHead, 'publicKey'>)[] = []
  const successions: KeySuccession[] = []
  for await (const entry of entriesIn(file)) {
    if (entry.kind === 'succession') successions.push(entry.succession)
    else heads.push(pinned(entry.head))
  }
  if (heads.length === 0) throw new CommandError(`The witness ${file} holds no head.`)
  return { heads, successions }
}

const pinned = ({ count, head, publicKey }: SignedHead) => ({ count, head, publicKey })
