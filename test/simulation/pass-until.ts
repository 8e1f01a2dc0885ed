import type { VirtualTime } from './world/time.ts'

/** Lets time pass until the work is done. */
export async function passUntil<Result>(time: VirtualTime, work: Promise<Result>): Promise<Result> {
  const over = Symbol('over')
  const ended = work.then(
    () => over,
    () => over,
  )
  for (;;) {
    const next = await Promise.race([ended, time.step()])
    if (next === over) return work
    if (next === false) throw new Error('it waits, and nothing will happen any more')
  }
}
