import { CommandError, WrongUsage } from '#kernel/platform/cli/command.ts'
import type { Pin } from '#kernel/platform/log-chain/pin-check.ts'
import { headsIn } from '#kernel/platform/log-chain/witness.ts'

export interface Pins {
  /** The only key that may have signed; null if any may. */
  readonly publicKey: string | null
  readonly heads: readonly Pin[]
}

interface Given {
  readonly key?: string | undefined
  readonly witness?: string | undefined
  readonly head?: string | undefined
}

/** The pins that a command's options give. */
export async function pinsFrom({ key, witness, head }: Given): Promise<Pins> {
  const publicKey = key === undefined ? null : key.toLowerCase()
  if (publicKey !== null && !/^[0-9a-f]{64}$/.test(publicKey)) {
    throw new WrongUsage('--key takes the notary’s public key, 64 hexadecimal digits')
  }
  const heads = witness === undefined ? [] : await witnessed(witness, publicKey)
  return { publicKey, heads: head === undefined ? heads : [...heads, pinIn(head)] }
}

function pinIn(text: string): Pin {
  const [, count, head] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/i.exec(text) ?? []
  if (count === undefined || head === undefined) {
    throw new WrongUsage('--head takes COUNT:HASH, the hash with 64 hexadecimal digits')
  }
  return { count: Number(count), head: head.toLowerCase() }
}

async function witnessed(file: string, publicKey: string | null): Promise<readonly Pin[]> {
  const heads: Pin[] = []
  try {
    for await (const { count, head, publicKey: by } of headsIn(file)) {
      if (publicKey !== null && by !== publicKey) {
        throw new CommandError(`The witness ${file} has a head that --key did not sign.`)
      }
      heads.push({ count, head })
    }
  } catch (error) {
    if (error instanceof CommandError) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new CommandError(`The witness cannot be used: ${why}.`, { cause: error })
  }
  if (heads.length === 0) throw new CommandError(`The witness ${file} holds no head.`)
  return heads
}
