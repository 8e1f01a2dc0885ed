/** Prints each step as it happens, and records whether every step was as expected. */
export interface Checklist {
  readonly step: (call: string, status: number, expected: number, what: string) => void
  readonly expect: (isSo: boolean, what: string) => void
  readonly note: (what: string) => void
  readonly allPassed: () => boolean
}

export function checklistOn(write: (line: string) => void): Checklist {
  let failures = 0
  const mark = (isRight: boolean) => {
    if (!isRight) failures++
    return isRight ? '✓' : '✗'
  }
  return {
    step(call, status, expected, what) {
      const isRight = status === expected
      const outcome = isRight ? what : `expected ${expected}. ${what}`
      write(`${mark(isRight)} ${call} → ${status}  ${outcome}\n`)
    },
    expect: (isSo, what) => write(`${mark(isSo)} ${what}\n`),
    note: (what) => write(`${what}\n`),
    allPassed: () => failures === 0,
  }
}
