import * as fc from 'fast-check'

/** One filter in five is set: with all of them at once nothing is ever found. */
export const seldom = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })
