import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type RecordedEvent, TOMBSTONE_REVISION } from '../recorded-event.ts'

/** What a stream's `$metadata` says about which of its events may be seen. */
export interface StreamMetadata {
  readonly truncateBefore: bigint
  readonly maxCount?: bigint
  readonly maxAgeSeconds?: number
  readonly isSoftDeleted: boolean
}

/** The event that describes a stream: it must call itself JSON. */
export type Described = Pick<RecordedEvent, 'contentType' | 'data'>

export const noMetadata: StreamMetadata = { truncateBefore: 0n, isSoftDeleted: false }

/** The `$tb` of a deleted stream, which as a number becomes 2^63. */
const DELETED_TEXT = String(TOMBSTONE_REVISION)
const DELETED = Number(TOMBSTONE_REVISION)

const WholeNumber = Type.Optional(Type.Integer({ maximum: DELETED }))

/** Other keys are the client's own. */
const Description = Compile(
  Type.Object({
    $tb: WholeNumber,
    $maxCount: WholeNumber,
    $maxAge: WholeNumber,
    $cacheControl: WholeNumber,
    $acl: Type.Optional(Type.Object({})),
  }),
)

/** One key of the wrong kind makes the whole description count as none; senseless numbers just have no effect. */
export function parseMetadata(description: Described): StreamMetadata {
  const described = parseJson(description)
  if (!Description.Check(described)) return noMetadata
  const { $tb = 0, $maxCount = 0, $maxAge = 0 } = described
  // A number that no revision reaches, if it is not just that one.
  if ($tb === DELETED && !Buffer.from(description.data).includes(DELETED_TEXT)) return noMetadata
  return {
    truncateBefore: BigInt(Math.max($tb, 0)),
    ...($maxCount > 0 ? { maxCount: BigInt($maxCount) } : {}),
    ...($maxAge > 0 ? { maxAgeSeconds: $maxAge } : {}),
    isSoftDeleted: $tb === DELETED,
  }
}

const Properties = Compile(Type.Record(Type.String(), Type.Unknown()))

/** The same description with other events hidden; undefined if it is none. */
export function withTruncation(description: Described, before: bigint): string | undefined {
  const properties = parseJson(description)
  if (!Properties.Check(properties)) return undefined
  try {
    return JSON.stringify({ ...properties, $tb: Number(before) })
  } catch {
    // Nested more deeply than can be written back: only what hides events must stay.
    return JSON.stringify({ $tb: Number(before) })
  }
}

function parseJson({ contentType, data }: Described): unknown {
  if (contentType !== 'application/json') return undefined
  try {
    return JSON.parse(Buffer.from(data).toString())
  } catch {
    return undefined
  }
}
