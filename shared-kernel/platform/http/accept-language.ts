import { type LanguageName, languageNames } from '#kernel/domain/messages/language.ts'

interface Range {
  readonly tag: string
  readonly weight: number
}

/** RFC 9110: between 0 and 1, with at most three decimals. */
const RANGE =
  /^\s*(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i

/**
 * The language of ours that a header `Accept-Language` prefers; undefined if it accepts none. Of two that it likes
 * equally it is the one named first; what it cannot be read in does not count (RFC 9110, 12.5.4).
 */
export function preferredLanguage(header: string | undefined): LanguageName | undefined {
  const ranges = (header ?? '').split(',').flatMap(rangeIn)
  const [best] = languageNames
    .map((name) => wishFor(name, ranges))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight || one.at - other.at)
  return best?.name
}

function rangeIn(text: string): readonly Range[] {
  const [, tag, weight = '1'] = RANGE.exec(text) ?? []
  return tag === undefined ? [] : [{ tag: tag.toLowerCase(), weight: Number(weight) }]
}

/** `tr` counts before `tr-TR`, and both before `*`. */
function wishFor(name: LanguageName, ranges: readonly Range[]) {
  const named = ranges.filter(({ tag }) => tag === name)
  const regional = ranges.filter(({ tag }) => tag.startsWith(`${name}-`))
  const any = ranges.filter(({ tag }) => tag === '*')
  const found = [named, regional, any].find(({ length }) => length > 0)
  const [first] = (found ?? []).toSorted((one, other) => other.weight - one.weight)
  return { name, weight: first?.weight ?? 0, at: first === undefined ? 0 : ranges.indexOf(first) }
}
