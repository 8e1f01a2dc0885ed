import { HEADS_STREAM, notaryEvents } from '#kernel/events/notary.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { streamPages } from '#kernel/platform/event-store/stream-pages.ts'
import { isSignedHead, type SignedHead } from '#kernel/platform/log-chain/signed-head.ts'
import { decodeWithoutKeys } from '#kernel/platform/recording/event-codec.ts'
import type { AuditedLog } from '../audited-system.ts'

export interface SignaturesFound {
  /** The number of signatures that fit the log. */
  readonly signatures: number
  /** The number of events under the last of them. */
  readonly signedUpTo: number
  readonly keyIds: readonly string[]
  /** The first signature that does not fit, in words. */
  readonly fault: string | undefined
}

interface Expected {
  /** Signatures recorded up to this position are checked. */
  readonly upTo: LogPosition
  /** The only keys that may have signed, and one must have; null if any may. */
  readonly publicKeys: ReadonlySet<string> | null
}

/** Compares the notary's signatures with the log as it is read. */
export async function signatureCheck(log: AuditedLog, { upTo, publicKeys }: Expected) {
  const heads = signedHeads(log, upTo)
  const takeNext = async () => (await heads.next()).value ?? undefined
  const keyIds = new Set<string>()
  let upcoming = await takeNext()
  let signatures = 0
  let signedUpTo = 0
  let fault: string | undefined

  function judge(signed: SignedHead, fits: boolean) {
    keyIds.add(signed.keyId)
    if (publicKeys?.has(signed.publicKey) === false) {
      fault ??= `the signature over ${signed.count} events is by another key (${signed.keyId})`
      return
    }
    if (fits && isSignedHead(signed)) {
      signatures += 1
      signedUpTo = signed.count
      return
    }
    fault ??= `the log up to event ${signed.count} is not what was signed; up to event ${signedUpTo} it is`
  }

  return {
    /** The log has this head after that many events. */
    reached: async (count: number, head: Uint8Array) => {
      while (upcoming !== undefined && upcoming.count <= count) {
        const isHead = upcoming.head === Buffer.from(head).toString('hex')
        judge(upcoming, upcoming.count === count && isHead)
        upcoming = await takeNext()
      }
    },
    /** The log has no more events. */
    end: (): SignaturesFound => {
      if (upcoming !== undefined) judge(upcoming, false)
      if (publicKeys !== null && signatures === 0) fault ??= 'nothing is signed by the pinned key'
      return { signatures, signedUpTo, keyIds: [...keyIds], fault }
    },
  }
}

/** A forged head signs nothing; it is reported as a forged event. */
const isGenuine = (event: StoredEvent) => event.isGenuine

async function* signedHeads(log: AuditedLog, upTo: LogPosition): AsyncGenerator<SignedHead, void> {
  for await (const page of streamPages(log, HEADS_STREAM)) {
    for (const { event, position } of decodeWithoutKeys(
      () => notaryEvents,
      page.filter(isGenuine),
    )) {
      if (position <= upTo && event.type === 'HeadSigned') yield event.data
    }
  }
}
