import type { LogPosition } from './log-position.ts'

/** A stream of ours that somebody deleted, cut or tombstoned, by what the store keeps of it. */
export interface StreamDamage {
  readonly stream: string
  /** What was done, and where. */
  readonly problem: string
  /** Of its last event in the log, or else of what was done to it. */
  readonly position: LogPosition
  /** Undefined if nothing of it is left in the log: then it may have been another program's. */
  readonly companyId: string | undefined
}

/** A deletion hides all that a stream will ever hold; JSON has lost the last digits of that number. */
const HIDES_ALL = Number.MAX_SAFE_INTEGER

type Metadata = { readonly [key: string]: unknown }

/** What a stream's metadata hide of it; undefined if that is nothing, and will be nothing. */
export function damageIn(metadata: Metadata): string | undefined {
  const before = numberIn(metadata, '$tb')
  if (before >= HIDES_ALL) return 'it was deleted'
  if (before > 0) return `its beginning was cut off ($tb ${before})`
  const limits = ['$maxCount', '$maxAge'].filter((name) => numberIn(metadata, name) > 0)
  if (limits.length === 0) return undefined
  const said = limits.map((name) => `${name} ${numberIn(metadata, name)}`)
  return `its beginning is cut off (${said.join(', ')})`
}

const numberIn = (metadata: Metadata, name: string) => {
  const value = metadata[name]
  return typeof value === 'number' ? value : 0
}
