import type { Write } from '#kernel/platform/event-store/append-request.ts'
import type { Process } from './world/time.ts'

/** A lease outlives its holder by three seconds, and is renewed four times in its time. */
const HELD_AT_LEAST_MS = 2_000

/** Of whoever writes in the name of a process, of which one works at a time. */
export interface Leaders {
  /** Before a write leaves. */
  readonly writes: (write: Write, by: Process | undefined) => void
  /** Where another one has written although the one before was at work. */
  readonly twoAtOnce: () => readonly string[]
}

export function watchLeaders(now: () => number): Leaders {
  const last = new Map<string, { readonly by: Process; readonly at: number }>()
  const faults: string[] = []
  return {
    writes({ messages, stream }, by) {
      const actor = actorOf(messages[0]?.getCustomMetadata_asU8())
      if (by === undefined || actor === undefined) return
      const before = last.get(actor)
      const isAtWork = before?.by.isAlive === true && !before.by.isStopping
      if (
        before !== undefined &&
        before.by !== by &&
        isAtWork &&
        now() - before.at < HELD_AT_LEAST_MS
      )
        faults.push(`${by.name} and ${before.by.name} are the ${actor} at once: ${stream}`)
      last.set(actor, { by, at: now() })
    },
    twoAtOnce: () => faults,
  }
}

function actorOf(metadata: Uint8Array | undefined): string | undefined {
  const { actor }: { actor?: { kind?: string; id?: string } } = JSON.parse(
    Buffer.from(metadata ?? '{}').toString(),
  )
  return actor?.kind === 'process' ? actor.id : undefined
}
