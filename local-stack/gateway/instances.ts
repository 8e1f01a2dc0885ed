import { hash } from 'node:crypto'
import { missingAt } from './health.ts'

const ASKED_EVERY_MS = 500

/** The instances of one service. */
export interface Instances {
  /** In the order in which a caller's request tries them. */
  readonly inOrderFor: (caller: string) => readonly URL[]
  /** It did not take a connection: others come first until it says that it is ready again. */
  readonly refused: (instance: URL) => void
  readonly close: () => void
}

/**
 * Requests of one caller go to one instance, whose memory of the caller's records is fresh; no
 * answer depends on it. Instances that are not ready come last, so that one which is about to close
 * gets no new requests.
 */
export function instancesAt(urls: readonly string[]): Instances {
  const instances = urls.map((url) => new URL(url))
  const unready = new Set<URL>()
  const asked = new Set<URL>()

  async function ask(instance: URL) {
    if (asked.has(instance)) return
    asked.add(instance)
    const missing = await missingAt('instance', instance.href)
    asked.delete(instance)
    if (missing.length === 0) unready.delete(instance)
    else unready.add(instance)
  }

  /** Each by itself: one that is silent does not delay what is heard of the others. */
  const askAll = () => {
    for (const instance of instances) void ask(instance)
  }
  const timer = instances.length > 1 ? setInterval(askAll, ASKED_EVERY_MS) : undefined
  timer?.unref()
  return {
    inOrderFor(caller) {
      if (instances.length === 1) return instances
      const ordered = instances.toSorted((a, b) => rank(b, caller).localeCompare(rank(a, caller)))
      return [
        ...ordered.filter((instance) => !unready.has(instance)),
        ...ordered.filter((instance) => unready.has(instance)),
      ]
    },
    refused: (instance) => void unready.add(instance),
    close: () => clearInterval(timer),
  }
}

/** Rendezvous hashing: when an instance goes, only its callers move. */
const rank = (instance: URL, caller: string) => hash('sha256', `${instance.host} ${caller}`)
