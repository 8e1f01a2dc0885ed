import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'

/** The latest events of a bounded number of streams, each kept as one text: small, and easy on memory. */
export interface KeptEvents {
  /** An event is kept as the latest of its stream, if there is room for the stream. */
  readonly keep: (event: StoredEvent) => void
  /** Gives it once. */
  readonly take: (stream: string) => StoredEvent | undefined
}

export function keepEvents(atMost: {
  readonly events: number
  readonly characters: number
}): KeptEvents {
  const kept = new Map<string, Omit<StoredEvent, 'data' | 'metadata'> & { content: string }>()
  let characters = 0
  return {
    keep: ({ data, metadata, ...about }) => {
      const before = kept.get(about.stream)
      kept.delete(about.stream)
      characters -= before?.content.length ?? 0
      const content = JSON.stringify({ data, metadata })
      if (kept.size >= atMost.events || characters + content.length > atMost.characters) return
      kept.set(about.stream, { ...about, content })
      characters += content.length
    },
    take: (stream) => {
      const found = kept.get(stream)
      if (found === undefined) return undefined
      kept.delete(stream)
      characters -= found.content.length
      const { content, ...about } = found
      const parsed: Pick<StoredEvent, 'data' | 'metadata'> = JSON.parse(content)
      return { ...about, ...parsed }
    },
  }
}
