import { notaryEvents } from '#kernel/events/notary.ts'
import { decodeWithoutKeys } from '#kernel/platform/event-codec.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { GENESIS, nextHead } from '#kernel/platform/log-chain/event-hash.ts'
import { isSignedHead, type SignedHead } from '#kernel/platform/log-chain/signed-head.ts'
import type { LogReader } from '../audited-system.ts'
import { streamPages } from '../log-slice.ts'
import { HEADS_STREAM } from '../notary/signed-in-log.ts'

export interface SignaturesFound {
  /** The number of signatures that fit the log. */
  readonly signatures: number
  /** The number of events under the last of them. */
  readonly signedUpTo: number
  readonly keyIds: readonly string[]
  /** The first signature that does not fit, in words. */
  readonly fault: string | undefined
}

/** Compares the notary's signatures up to a position with the log as it is read. */
export async function signatureCheck(log: LogReader, upTo: LogPosition) {
  const heads = signedHeads(log, upTo)
  const takeNext = async () => (await heads.next()).value ?? undefined
  const keyIds = new Set<string>()
  let upcoming = await takeNext()
  let count = 0
  let head: Buffer = GENESIS
  let signatures = 0
  let signedUpTo = 0
  let fault: string | undefined

  function judge(signed: SignedHead) {
    keyIds.add(signed.keyId)
    const fits = signed.count === count && signed.head === head.toString('hex')
    if (fits && isSignedHead(signed)) {
      signatures += 1
      signedUpTo = count
      return
    }
    fault ??= `the log up to event ${signed.count} is not what was signed; up to event ${signedUpTo} it is`
  }

  return {
    see: async (hashes: readonly Uint8Array[]) => {
      for (const hash of hashes) {
        head = nextHead(head, hash)
        count += 1
        while (upcoming !== undefined && upcoming.count <= count) {
          judge(upcoming)
          upcoming = await takeNext()
        }
      }
    },
    /** The log has no more events. */
    end: (): SignaturesFound => {
      if (upcoming !== undefined) judge(upcoming)
      return { signatures, signedUpTo, keyIds: [...keyIds], fault }
    },
  }
}

/** A forged head signs nothing; it is reported as a forged event. */
const isGenuine = (event: StoredEvent) => event.isGenuine

async function* signedHeads(log: LogReader, upTo: LogPosition): AsyncGenerator<SignedHead, void> {
  for await (const page of streamPages(log, HEADS_STREAM)) {
    for (const { event, position } of decodeWithoutKeys(
      () => notaryEvents,
      page.filter(isGenuine),
    )) {
      if (position <= upTo) yield event.data
    }
  }
}
