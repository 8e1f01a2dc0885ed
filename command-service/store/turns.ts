/** Work on the same thing waits for the work that came before it; work on different things does not. */
export type InTurn = <T>(thing: string, work: () => Promise<T>) => Promise<T>

/** Spares those of one process who want to change the same stream a storm of conflicts. */
export function turns(): InTurn {
  const lasts = new Map<string, Promise<unknown>>()
  return (thing, work) => {
    const turn = (lasts.get(thing) ?? Promise.resolve()).then(work, work)
    const settled = turn.then(
      () => undefined,
      () => undefined,
    )
    lasts.set(thing, settled)
    void settled.then(() => lasts.get(thing) === settled && lasts.delete(thing))
    return turn
  }
}
