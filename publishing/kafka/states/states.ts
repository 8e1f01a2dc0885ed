import { LRUCache } from 'lru-cache'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { streamPages } from '#kernel/platform/event-store/stream-pages.ts'
import { atMost } from '#kernel/platform/process/at-most.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { mapConcurrently } from '#kernel/platform/waiting/map-concurrently.ts'
import type { Publication } from '#publishing/events/public-event.ts'
import { publicationsOf } from '#publishing/events/publish.ts'
import { fold, type KeyState, nothing } from './fold.ts'
import { type StateNoun, stateNouns, stateTopic } from './state-nouns.ts'

/** More than a batch has events. */
const KEPT_STATES = 20_000
const CONCURRENT_READS = 32

interface Dependencies {
  readonly eventStore: Pick<EventStore, 'readStream'>
  readonly vault: Pick<Vault, 'keyOf' | 'pseudonym'>
}

/**
 * Adds the state that each publication leads to. What came before is read from the log, so the states
 * depend on nothing but the log; recently used ones are remembered.
 */
export function statesOf({ eventStore, vault }: Dependencies) {
  const known = new LRUCache<string, KeyState>(atMost(KEPT_STATES))

  async function stateBefore(publication: Publication, noun: StateNoun): Promise<KeyState> {
    const { event, recorded } = publication
    const stream = ownStream(publication)
    const isFirst = stream === recorded.stream && recorded.revision === 0n
    if (noun.isWhole === true || isFirst) return nothing
    let state = nothing
    for await (const page of streamPages(eventStore, stream)) {
      const earlier = page.filter(({ position }) => position < recorded.position)
      const genuine = earlier.filter(({ isGenuine }) => isGenuine)
      for (const one of await publicationsOf(vault, genuine)) {
        if (one.event.key === event.key) state = after(noun, state, one)
      }
      if (earlier.length < page.length) break
    }
    return state
  }

  /** Reads what came before the first event of each key. */
  async function prepare(publications: readonly Publication[]) {
    const firsts = new Map<string, readonly [Publication, StateNoun]>()
    for (const publication of publications) {
      const place = placeOf(publication)
      const noun = stateNouns[publication.event.noun]
      const isKnown = firsts.has(place) || known.has(place)
      if (noun !== undefined && !isKnown) firsts.set(place, [publication, noun])
    }
    await mapConcurrently(
      firsts,
      async ([place, [publication, noun]]) => {
        known.set(place, await stateBefore(publication, noun))
      },
      CONCURRENT_READS,
    )
  }

  function withState(publication: Publication): Publication {
    const { event } = publication
    const noun = stateNouns[event.noun]
    if (noun === undefined) return publication
    const place = placeOf(publication)
    const state = after(noun, known.get(place) ?? nothing, publication)
    known.set(place, state)
    const value = state.isDeleted ? null : state.fields
    return { ...publication, state: { topic: stateTopic(event.noun), value } }
  }

  return async (publications: readonly Publication[]): Promise<readonly Publication[]> => {
    await prepare(publications)
    return publications.map(withState)
  }
}

const placeOf = ({ event: { noun, key } }: Publication) => `${noun} ${key}`

const after = (noun: StateNoun, before: KeyState, { event, recorded }: Publication): KeyState =>
  fold(noun, before, { ...event, recordedAt: recorded.metadata.recordedAt })

/** A form is taken up in the stream of its person; all else about it is in its own. */
const ownStream = ({ event, recorded: { stream } }: Publication) =>
  event.name === 'FormTakenUp' ? `customerForm-${event.key}` : stream
