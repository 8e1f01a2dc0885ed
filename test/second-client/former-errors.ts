import { WrongExpectedVersionError } from '@kurrent/kurrentdb-client'

/** Gives an error of the successor what the former client called otherwise. */
export function useFormerNames(): void {
  for (const [former, present] of [
    ['expectedVersion', 'expectedState'],
    ['actualVersion', 'actualState'],
  ] as const) {
    Object.defineProperty(WrongExpectedVersionError.prototype, former, {
      configurable: true,
      get(this: WrongExpectedVersionError) {
        return this[present]
      },
    })
  }
}
