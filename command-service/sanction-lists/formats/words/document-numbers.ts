import { normalNumber } from '#kernel/domain/normal-number.ts'
import { withPlainDigits } from '#kernel/domain/plain-digits.ts'
import { distinct } from './clean.ts'

const FEWEST_LETTERS_AND_DIGITS = 6
const FEWEST_DIGITS = 3
/** What is longer is a key of some program. */
const MOST_LETTERS_AND_DIGITS = 34

const address = /\S+@\S+|(?:\p{L}+:\/\/|www\.)\S+|old reference #\s*\S+/giu
/** An entry of the United Nations' list. */
const listed = /(?<![\p{L}\p{N}])\p{Lu}\p{L}[ei]\.\d{3}(?![\p{L}\p{N}]|[-./]\p{N})/gu
const months =
  'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|oca|şub|sub|nis|mayıs|mayis|haz|tem|ağu|agu|eyl|eki|kas|ara'
const year = '(?:1[3-9]|20)\\d\\d'
const dates = new RegExp(
  `(?<![\\p{L}\\p{N}]|[\\p{L}\\p{N}][-./])(?:${[
    `\\d{4}[-./](?:0?[1-9]|1[0-2])[-./](?:[0-2]?\\d|3[01])(?:[t ]?\\d\\d:[\\d:.]+)?(?:z|[+-]\\d\\d:\\d\\d)?`,
    `(?:[0-2]?\\d|3[01])[-./](?:[0-2]?\\d|3[01])[-./](?:${year}|\\d\\d)`,
    `(?:(?:[0-2]?\\d|3[01])[ .-]*)?(?:${months})\\p{L}*[ .,-]*${year}`,
    `\\p{L}{3,}[-.]${year}|${year}[-.]\\p{L}{3,}`,
    `${year}\\s?[-/]\\s?(?:${year}|\\d\\d)`,
    `\\d{1,2}[./-]${year}`,
  ].join('|')})(?![\\p{L}\\p{N}]|[-./][\\p{L}\\p{N}])`,
  'giu',
)
/** What every date has: a look for this alone takes a fraction of the time. */
const likeDate = new RegExp(`${year}|\\d[-./]\\d`, 'u')
export const withoutDates = (text: string): string =>
  likeDate.test(text) ? text.replace(dates, ';') : text
/** The same of an Internet address, or an old reference. */
const likeAddress = /@|:\/\/|www\.|old reference/iu
const isYear = (word: string) => /^(?:19|20)\d\d$/.test(word)
/** `AB` of `AB 123456`; the words that only announce a number are no part of it. */
const isSeries = (word: string) =>
  /^(?!(?:NO|NR|ID|TC|SSN|TIN|IMO|PO|BOX|TEL|FAX)$)\p{Lu}{1,3}(?:-\p{Lu}{1,3})?$/u.test(word)
const announced = /^no\.?(?=\p{N})/iu
const hasDigit = (word: string) => /\p{N}/u.test(word)
const hasThreeDigits = /\p{N}(?:.*?\p{N}){2}/su

/**
 * Whatever in a text looks like the number of a document, whichever words stand around it: six or more
 * letters and digits, of which three are digits, with blanks and `-./` between them. Each in all its
 * readings, the longest first. Dates and addresses of the Internet are none.
 */
export function numberLikesIn(text: string): readonly (readonly string[])[] {
  if (!hasThreeDigits.test(text)) return []
  const plain = withPlainDigits(text.normalize('NFKC').replace(/\p{Cf}/gu, ''))
  const dashed = plain.replace(/\p{Pd}/gu, '-')
  const own = likeAddress.test(dashed) ? dashed.replace(address, ';') : dashed
  return withoutDates(own.replace(listed, ';'))
    .split(/[^\p{L}\p{M}\p{N}./ \t-]+|(?<=\p{N})\.\s/u)
    .flatMap(runsIn)
    .flatMap((run) => {
      const readings = readingsOf(run)
      return readings.length === 0 ? [] : [readings]
    })
}

/** Neighbouring words that have digits, with the short words in capitals between and beside them. */
function runsIn(stretch: string): readonly (readonly string[])[] {
  const runs: string[][] = [[]]
  for (const word of stretch.split(/\s+/).map((each) => each.replace(/^[./-]+|[./-]+$/g, ''))) {
    if (hasDigit(word) || isSeries(word)) runs.at(-1)?.push(word)
    else if (word !== '') runs.push([])
  }
  return runs.filter((run) => run.some(hasDigit))
}

function readingsOf(run: readonly string[]): readonly string[] {
  const from = run.findIndex(hasDigit)
  const to = run.findLastIndex(hasDigit) + 1
  const core = run.slice(from, to)
  const [before, after] = [Math.max(0, from - 1), Math.min(run.length, to + 1)]
  const withoutYears = core.slice(
    isYear(core[0] ?? '') ? 1 : 0,
    isYear(core.at(-1) ?? '') ? -1 : core.length,
  )
  if (withoutYears.length === 0) return []
  const whole = [run.slice(before, after), run.slice(before, to), run.slice(from, after), core]
  const readings = [...whole, withoutYears, [core.join(' ').replace(announced, '')]].map((words) =>
    words.join(' '),
  )
  const each = core.every(looksLikeNumber) ? core : []
  return distinct([...readings, ...each].filter(looksLikeNumber))
}

function looksLikeNumber(text: string): boolean {
  const { length } = normalNumber(text)
  const digits = text.match(/\p{N}/gu)?.length ?? 0
  return (
    length >= FEWEST_LETTERS_AND_DIGITS &&
    length <= MOST_LETTERS_AND_DIGITS &&
    digits >= FEWEST_DIGITS
  )
}
