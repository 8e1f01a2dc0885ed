import type { Expected } from '../writing/decide.ts'
import { invalid } from './refusal.ts'

interface ExpectedOptions {
  hasNoStream(): boolean
  hasAny(): boolean
  hasStreamExists(): boolean
}

/** The expected revision, which all four kinds of write requests express in the same way. */
export function expectedOf(options: ExpectedOptions, exact: string | undefined): Expected {
  if (exact !== undefined) return BigInt(exact)
  if (options.hasNoStream()) return -1n
  if (options.hasAny()) return 'any'
  if (options.hasStreamExists()) return 'stream_exists'
  throw invalid('the expected revision is missing')
}

/** The number for error trailers. */
export function expectedNumber(expected: Expected): bigint {
  if (expected === 'any') return -2n
  return expected === 'stream_exists' ? -4n : expected
}
