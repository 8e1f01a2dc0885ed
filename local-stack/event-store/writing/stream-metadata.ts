import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type RecordedEvent, TOMBSTONE_REVISION } from '../recorded-event.ts'

/** Which events of a stream are visible, according to its `$metadata`. */
export interface StreamMetadata {
  readonly truncateBefore: bigint
  readonly maxCount?: bigint
  readonly maxAgeSeconds?: number
  readonly isSoftDeleted: boolean
}

/** A metadata event; it counts only with the content type JSON. */
export type Described = Pick<RecordedEvent, 'contentType' | 'data'>

export const noMetadata: StreamMetadata = { truncateBefore: 0n, isSoftDeleted: false }

/** The `$tb` of a deleted stream; as a number it becomes 2^63. */
const DELETED_TEXT = String(TOMBSTONE_REVISION)
const DELETED = Number(TOMBSTONE_REVISION)

const WholeNumber = Type.Optional(Type.Integer({ maximum: DELETED }))

/** Other keys belong to the client. */
const Description = Compile(
  Type.Object({
    $tb: WholeNumber,
    $maxCount: WholeNumber,
    $maxAge: WholeNumber,
    $cacheControl: WholeNumber,
    $acl: Type.Optional(Type.Object({})),
  }),
)

/** A key of the wrong type makes all of the metadata invalid; a number out of range has no effect. */
export function parseMetadata(description: Described): StreamMetadata {
  const described = parseJson(description)
  if (!Description.Check(described)) return noMetadata
  const { $tb = 0, $maxCount = 0, $maxAge = 0 } = described
  // Other numbers round to 2^63, too; only the exact digits mark a deletion.
  if ($tb === DELETED && !Buffer.from(description.data).includes(DELETED_TEXT)) return noMetadata
  return {
    truncateBefore: BigInt(Math.max($tb, 0)),
    ...($maxCount > 0 ? { maxCount: BigInt($maxCount) } : {}),
    ...($maxAge > 0 ? { maxAgeSeconds: $maxAge } : {}),
    isSoftDeleted: $tb === DELETED,
  }
}

const Properties = Compile(Type.Record(Type.String(), Type.Unknown()))

/** The same metadata with another `$tb`; undefined if the event is not valid metadata. */
export function withTruncation(description: Described, before: bigint): string | undefined {
  const properties = parseJson(description)
  if (!Properties.Check(properties)) return undefined
  try {
    return JSON.stringify({ ...properties, $tb: Number(before) })
  } catch {
    // Nested too deeply to be written as JSON: only `$tb` must stay.
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
