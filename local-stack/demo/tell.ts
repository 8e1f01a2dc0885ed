/** Tells what happens as it happens, and remembers whether all of it was right. */
export interface Tell {
  readonly step: (call: string, status: number, expected: number, what: string) => void
  readonly expect: (isSo: boolean, what: string) => void
  readonly note: (what: string) => void
  readonly allWentWell: () => boolean
}

export function tellTo(write: (line: string) => void): Tell {
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
    allWentWell: () => failures === 0,
  }
}
