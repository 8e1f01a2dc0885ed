import { inBatches } from '#kernel/domain/in-batches.ts'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import { personRefOf } from '#kernel/domain/person-name.ts'
import { familyOf } from '#kernel/events/family-of.ts'
import { personStream } from '#kernel/events/person-forgotten.ts'
import type { EventStore, StoredEvent } from '../event-store/event-store.ts'
import { type LogPosition, START_OF_LOG } from '../event-store/log-position.ts'
import { logUpTo } from '../event-store/log-up-to.ts'
import { streamPages } from '../event-store/stream-pages.ts'
import { keysDestroyedBy } from '../vault/keys-destroyed-by.ts'
import type { VaultReader } from '../vault/vault.ts'
import { decodeEvents } from './event-codec.ts'

const PAGE = 500

interface ReadLog {
  readonly log: Pick<EventStore, 'readLog' | 'readStream' | 'headOfLog'>
  readonly vault: Pick<VaultReader, 'keys' | 'pseudonym'>
}

interface SoughtPerson {
  readonly companyId: string
  readonly idNo: string
  /** That are known already. */
  readonly spellings?: readonly string[]
  readonly moved?: ((position: LogPosition) => void) | undefined
}

/** Everything by which the log names one person. */
export interface NamesInLog {
  /** By which keys are named; the normal form is the first. */
  readonly spellings: readonly string[]
  /** Also those of which only erased events are left. */
  readonly personRefs: readonly string[]
}

/**
 * Earlier versions made a pseudonym and keys for each spelling of a number. Only the log has them all, because a
 * spelling that was corrected is in no table: one event of each pseudonym is opened.
 */
export async function namesInLog(
  { log, vault }: ReadLog,
  { companyId, idNo, spellings = [], moved }: SoughtPerson,
): Promise<NamesInLog> {
  const number = normalNumber(idNo)
  const rawRef = (spelling: string) => vault.pseudonym('person', companyId, spelling)
  const own = new Map([number, idNo, ...spellings].map((each) => [rawRef(each), each] as const))
  const [erased, others] = [new Set<string>(), new Set<string>()]
  const destroyed = await keysDestroyedOf(log, [...own.keys()])

  const isNew = ({ isGenuine, metadata, data: { personRef } }: StoredEvent) =>
    isGenuine &&
    metadata['companyId'] === companyId &&
    typeof personRef === 'string' &&
    !own.has(personRef) &&
    !others.has(personRef)

  async function take(event: StoredEvent) {
    const { keyId } = event.metadata
    const { personRef } = event.data
    if (typeof personRef !== 'string' || !isNew(event)) return
    if (typeof keyId === 'string' && destroyed.has(keyId)) erased.add(personRef)
    for (const written of numbersIn(await contentOf(vault, event))) {
      const refs = [rawRef(written), personRefOf(vault, companyId, written)]
      if (!refs.includes(personRef)) continue
      if (normalNumber(written) === number) own.set(personRef, written)
      else others.add(personRef)
      return
    }
  }

  const upTo = await log.headOfLog()
  for await (const page of inBatches(logUpTo(log, { after: START_OF_LOG, upTo }), PAGE)) {
    const fresh = page.filter(isNew)
    await loadKeys(vault, fresh)
    for (const event of fresh) await take(event)
    const last = page.at(-1)
    if (last !== undefined) moved?.(last.position)
  }
  return { spellings: [...own.values()], personRefs: [...new Set([...own.keys(), ...erased])] }
}

async function keysDestroyedOf(log: ReadLog['log'], personRefs: readonly string[]) {
  const keys = new Set<string>()
  for (const personRef of personRefs) {
    for await (const page of streamPages(log, personStream(personRef))) {
      for (const id of keysDestroyedBy(page)) keys.add(id)
    }
  }
  return keys
}

/** All at once; a key that is missing is reported where it is needed. */
const loadKeys = (vault: ReadLog['vault'], events: readonly StoredEvent[]) =>
  vault
    .keys(events.map(({ metadata: { keyId } }) => keyId).filter((id) => typeof id === 'string'))
    .catch(() => undefined)

/** Nothing of an event that cannot be read. */
async function contentOf(vault: ReadLog['vault'], event: StoredEvent): Promise<unknown> {
  const [read] = await decodeEvents(vault, familyOf, [event]).catch(() => [])
  return read?.event.data
}

function* numbersIn(value: unknown): Generator<string, void> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    if (typeof part !== 'string') yield* numbersIn(part)
    else if (name === 'idNo' || name === 'taxNumber') yield part
  }
}
