import type { Forgotten } from '#kernel/events/event-family.ts'
import type { SanctionCheckEvent } from '#kernel/events/sanction-check.ts'

export type Matches = Exclude<SanctionCheckEvent['data']['matches'], Forgotten>
export type Match = Matches['masak'][number]

const RECORD_LIMIT = 4 * 1024
const SMALLEST_LIMIT = 128
/** Where there is less room, explanations are left out. */
const SMALLEST_EXPLAINED = 512
/** Sealed it grows by a third; far from the megabyte that an event may have. */
const BUDGET = 480 * 1024
const MARK = '… [cut]'

/** Matches that fit into an event: each record in 4 KiB, and less where there are many large ones. */
export function boundedMatches(matches: Matches): Matches {
  for (let limit = RECORD_LIMIT; ; limit /= 2) {
    const cut = {
      masak: matches.masak.map((match) => cutMatch(match, limit)),
      wanted: matches.wanted.map((match) => cutMatch(match, limit)),
      pep: matches.pep.map((match) => cutMatch(match, limit)),
    }
    if (limit <= SMALLEST_LIMIT || sizeOf(cut) <= BUDGET) return cut
  }
}

const cutMatch = (match: Match, limit: number): Match => ({
  ...match,
  aliases: upTo(limit, match.aliases),
  birthDate: cutText(match.birthDate, limit / 4),
  matchedBirthDate: cutText(match.matchedBirthDate, limit / 4),
  nationality: cutText(match.nationality, limit / 4),
  program: cutText(match.program, limit / 2),
  reason: cutText(match.reason, limit),
  record: cutRecord(match.record, limit),
  explanation: limit < SMALLEST_EXPLAINED ? null : match.explanation,
})

/** As many as there is room for. */
function upTo(limit: number, texts: readonly string[]): string[] {
  let room = limit
  return texts.filter((text) => {
    room -= sizeOf(text)
    return room >= 0
  })
}

/** Long values are cut first, so that short ones, which tell most, stay whole. */
function cutRecord(record: Match['record'], limit: number): Match['record'] {
  if (sizeOf(record) <= limit) return record
  for (let longest = limit / 2; longest >= 8; longest /= 2) {
    const cut = Object.fromEntries(
      Object.entries(record).map(([name, value]) => [name, cutValue(value, longest)]),
    )
    if (sizeOf(cut) <= limit) return cut
  }
  const names = Object.keys(record)
  return { cut: `${names.length} columns: ${names.join(', ')}`.slice(0, limit / 4) + MARK }
}

const cutValue = (value: unknown, longest: number): unknown => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return sizeOf(text) <= longest ? value : cutText(text, longest)
}

function cutText(text: string | null, longest: number): string | null {
  if (text === null || sizeOf(text) <= longest) return text
  // A character has at most four bytes, six where JSON escapes it.
  return text.slice(0, Math.floor(longest / 4)).toWellFormed() + MARK
}

const sizeOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length
