import { fold } from '../turkish-text.ts'

/** The first and the last possible year. */
export type YearRange = readonly [first: number, last: number]

/** A list that says “about” does not know the year: this many years more on both sides. */
const APPROXIMATE_YEARS = 5
const DECADE = 9

const YEAR = /(?<!\d)(?:1[89]|20)\d\d(?!\d)/g
const COMPACT_DAY = /^((?:1[89]|20)\d\d)(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])$/
const DECADES = /(?<!\d)((?:1[89]|20)\d)0'?(?:s|l[aeiu]\w*)\b/g
const LUNAR_YEAR = /(?<!\d)1[34]\d\d(?!\d)/g
const isLunar = /\bhijri\b|\bhicri\b/
const isRange = /\bbetween\b|\barasi\w*|\b(?:1[89]|20)\d\d\s*(?:-|–|\/|to|ile)\s*(?:1[89]|20)\d\d\b/
const isApproximate =
  /\bapprox|\bcirca\b|\bca?\.|\babout\b|\baround\b|\bestimated\b|\bprobably\b|\bearly\b|\blate\b|\bmid\b|\bbefore\b|\bafter\b|\bprior\b|\byaklasik|\btahmin|\bciva|\bdolay|\bkadar\b|\boncesi|\bsonrasi|[~±?]/

/** Each date of a text, as the years that it can mean; everything else in the text is ignored. */
export const birthYearsIn = (text: string | null): readonly YearRange[] =>
  datesIn(text).flatMap(yearsOf)

/** Of several dates in a text the one that is nearest to some years; null if either is unknown. */
export function nearestBirthDate(text: string | null, sought: readonly YearRange[]): string | null {
  let nearest: string | null = null
  let least = Number.POSITIVE_INFINITY
  for (const date of datesIn(text)) {
    const apart = yearsApart(yearsOf(date), sought)
    if (apart === undefined || apart >= least) continue
    nearest = date
    least = apart
  }
  return nearest
}

/** How many years lie between the nearest of two dates; undefined if either side has none. */
export function yearsApart(
  some: readonly YearRange[],
  others: readonly YearRange[],
): number | undefined {
  let least: number | undefined
  for (const one of some) {
    for (const other of others) {
      const apart = Math.max(0, one[0] - other[1], other[0] - one[1])
      if (least === undefined || apart < least) least = apart
    }
  }
  return least
}

/** Lists join several dates by semicolons. */
const datesIn = (text: string | null): readonly string[] =>
  (text ?? '')
    .split(';')
    .map((date) => date.trim())
    .filter((date) => date !== '')

function yearsOf(date: string): readonly YearRange[] {
  const written = fold(date)
  const years = rangesIn(written)
  if (!isApproximate.test(written)) return years
  return years.map(([first, last]) => [first - APPROXIMATE_YEARS, last + APPROXIMATE_YEARS])
}

function rangesIn(written: string): readonly YearRange[] {
  const day = COMPACT_DAY.exec(written)
  if (day !== null) return [[Number(day[1]), Number(day[1])]]
  if (isLunar.test(written)) return numbersIn(written, LUNAR_YEAR).map(inSolarYears)
  const decades = [...written.matchAll(DECADES)].map(([, begin]): YearRange => {
    return [Number(`${begin}0`), Number(`${begin}0`) + DECADE]
  })
  if (decades.length > 0) return decades
  const years = numbersIn(written, YEAR)
  return years.length > 1 && isRange.test(written)
    ? [[Math.min(...years), Math.max(...years)]]
    : years.map((year) => [year, year])
}

const numbersIn = (written: string, pattern: RegExp): readonly number[] =>
  (written.match(pattern) ?? []).map(Number)

/** A year of the Islamic calendar has 354 days, and begins in one year and ends in the next. */
function inSolarYears(lunar: number): YearRange {
  const begin = Math.floor(lunar * 0.970_224 + 621.577)
  return [begin, begin + 1]
}
