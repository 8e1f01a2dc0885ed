/** Somebody else's turn has to end first, and too many wait for that already. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy'
}

interface Limits {
  readonly atOnce: number
  readonly waiting: number
}

export type FewAtOnce = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Lets a few do what is costly, and a few more wait for it. */
export function fewAtOnce({ atOnce, waiting }: Limits): FewAtOnce {
  let running = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new TooBusy()
      await new Promise<void>((resolve) => queue.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
