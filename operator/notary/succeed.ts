import { appendOne } from '#command/event-sourcing/append.ts'
import { eventIdFrom } from '#kernel/domain/ids.ts'
import { HEADS_STREAM, KEYS_STREAM, notaryEvents } from '#kernel/events/notary.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import type { System } from '#kernel/platform/cli/connections.ts'
import { operatorOrigin } from '#kernel/platform/cli/operator-origin.ts'
import { commonInstant } from '#kernel/platform/database/common-clock.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import {
  type KeySuccession,
  keysTrustedWith,
  succession,
} from '#kernel/platform/log-chain/key-succession.ts'
import type { NotaryKey } from '#kernel/platform/log-chain/signed-head.ts'
import { entriesIn, type Witness } from '#kernel/platform/log-chain/witness.ts'
import { decodeWithoutKeys } from '#kernel/platform/recording/event-codec.ts'

const MOST_KEYS = 1_000
const OWNER = { companyId: 'system', purpose: 'company', person: 'company' } as const

interface Keys {
  readonly key: NotaryKey
  readonly successor: NotaryKey
}

interface Kept {
  readonly witness: Pick<Witness, 'keepSuccession'>
  readonly file: string
  readonly commandId: string
}

/**
 * Says in the witness and in the log that one key of the notary is followed by another. A run that was
 * interrupted is repeated: it leaves what is there.
 */
export async function succeed(
  { eventStore, vault, pool }: Pick<System, 'eventStore' | 'vault' | 'pool'>,
  { key, successor }: Keys,
  { witness, file, commandId }: Kept,
): Promise<KeySuccession> {
  if (key.publicKey === successor.publicKey) {
    throw new CommandError('The new key is the present one.')
  }
  const { inLog, revision } = await successionsIn(eventStore)
  await refuseOtherKey(eventStore, key, inLog)
  const said = succession(key, successor)
  if (!(await isWitnessed(file, said))) await witness.keepSuccession(said)
  if (inLog.some((each) => isSame(each, said))) return said
  const event = {
    family: notaryEvents,
    event: { type: 'KeySucceeded', data: said },
    stream: KEYS_STREAM,
    id: eventIdFrom(commandId, KEYS_STREAM),
    recordedAt: await commonInstant(pool),
    origin: { ...operatorOrigin(commandId), companyId: OWNER.companyId },
    owner: OWNER,
  } as const
  const appended = await appendOne({ eventStore, vault }, event, revision ?? 'no_stream')
  if (appended === undefined) {
    throw new CommandError('The keys of the notary have changed meanwhile: run the command again.')
  }
  return said
}

/** A key that the log does not know cannot sign its successor: no auditor would trust either. */
async function refuseOtherKey(
  eventStore: Pick<EventStore, 'readStream'>,
  key: NotaryKey,
  successions: readonly KeySuccession[],
) {
  const newest = { direction: 'backwards', maxCount: 1 } as const
  const stored = await eventStore.readStream(HEADS_STREAM, newest)
  const [last] = decodeWithoutKeys(() => notaryEvents, stored)
  if (last?.event.type !== 'HeadSigned') return
  const by = last.event.data
  if (keysTrustedWith(by.publicKey, successions).has(key.publicKey)) return
  throw new CommandError(
    `NOTARY_KEY is not the key that signs this log: its last signature is by ${by.keyId}.`,
  )
}

async function successionsIn(eventStore: Pick<EventStore, 'readStream'>) {
  const stored = await eventStore.readStream(KEYS_STREAM, { maxCount: MOST_KEYS })
  const genuine = stored.filter(({ isGenuine }) => isGenuine)
  const recorded = decodeWithoutKeys(() => notaryEvents, genuine)
  const inLog = recorded.flatMap(({ event }) => (event.type === 'KeySucceeded' ? [event.data] : []))
  return { inLog, revision: stored.at(-1)?.revision }
}

async function isWitnessed(file: string, said: KeySuccession): Promise<boolean> {
  for await (const entry of entriesIn(file)) {
    if (entry.kind === 'succession' && isSame(entry.succession, said)) return true
  }
  return false
}

const isSame = (one: KeySuccession, other: KeySuccession) =>
  one.publicKey === other.publicKey && one.successor === other.successor
