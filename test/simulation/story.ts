import type { VirtualTime } from './world/time.ts'

/** What happened in one simulation, in words. */
export interface Story {
  readonly tell: (what: string) => void
  /** Something whose moment is known afterwards. */
  readonly note: (at: number, what: string) => void
  readonly lines: () => readonly string[]
}

export function newStory(time: Pick<VirtualTime, 'now'>): Story {
  const startsAt = time.now()
  const told: { readonly at: number; readonly what: string }[] = []
  const note: Story['note'] = (at, what) => void told.push({ at, what })
  return {
    note,
    tell: (what) => note(time.now(), what),
    lines: () =>
      withoutRepetition(told.toSorted((one, other) => one.at - other.at)).map(
        ({ at, what, times }) =>
          `${((at - startsAt) / 1_000).toFixed(3).padStart(8)} ${what}${times > 1 ? ` (${times} times)` : ''}`,
      ),
  }
}

/** What is said again and again, also by two that alternate, stands once: a story is to fit on a screen. */
function withoutRepetition(told: readonly { readonly at: number; readonly what: string }[]) {
  const shown: { readonly at: number; readonly what: string; times: number }[] = []
  for (const { at, what } of told) {
    const same = shown.slice(-2).find((one) => one.what === what)
    if (same === undefined) shown.push({ at, what, times: 1 })
    else same.times += 1
  }
  return shown
}
