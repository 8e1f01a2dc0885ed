import { CommandError } from '#kernel/platform/cli/command.ts'

/** A step took too long: something that it waits for does not come. */
class StepTooLong extends CommandError {
  override readonly name = 'StepTooLong'
}

export interface Steps {
  /** Begins a step, which fails when nothing has moved for so long. */
  readonly enter: (step: string, withinMs: number) => void
  readonly moved: () => void
}

/**
 * Runs work that is divided into steps, and reports each. Rejects as soon as a step takes too long, and
 * aborts the work.
 */
export async function inSteps<Result>(
  { report, stop }: { readonly report: (step: string) => void; readonly stop: AbortController },
  work: (steps: Steps) => Promise<Result>,
): Promise<Result> {
  const late = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  const steps: Steps = {
    enter: (step, withinMs) => {
      clearTimeout(timer)
      report(step)
      timer = setTimeout(() => {
        late.reject(new StepTooLong(`${step}: nothing has moved for ${withinMs / 1_000} s.`))
        stop.abort()
      }, withinMs)
    },
    moved: () => void timer?.refresh(),
  }
  try {
    return await Promise.race([work(steps), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
