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
      told
        .toSorted((one, other) => one.at - other.at)
        .map(({ at, what }) => `${((at - startsAt) / 1_000).toFixed(3).padStart(8)} ${what}`),
  }
}
