/** The keys of which this process knows that they were destroyed. */
export interface DestroyedKeys {
  readonly has: (id: string) => boolean
  /** From now on these keys decrypt nothing here, and listeners drop the values that they remember. */
  readonly add: (ids: readonly string[]) => void
  /** Calls the listener whenever further keys were destroyed. */
  readonly subscribe: (listener: (ids: readonly string[]) => void) => void
}

export function destroyedKeys(): DestroyedKeys {
  const known = new Set<string>()
  const listeners: ((ids: readonly string[]) => void)[] = []
  return {
    has: (id) => known.has(id),
    add(ids) {
      const further = ids.filter((id) => !known.has(id))
      if (further.length === 0) return
      for (const id of further) known.add(id)
      for (const listener of listeners) listener(further)
    },
    subscribe(listener) {
      listeners.push(listener)
    },
  }
}
