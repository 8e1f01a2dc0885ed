import { normalNumber } from '#kernel/domain/normal-number.ts'
import { bracketed } from './brackets.ts'
import { distinct } from './clean.ts'

const SHORTEST = 4
/** Longer groups of digits are numbers of their own; shorter ones are groups of one number. */
const SHORTEST_ALONE = 9
/** So long a beginning is no series that a number goes on with. */
const LONGEST_SERIES = 6

const groupsAtOnce = /[\s\u00A0]+/u
const itemEnd = /[;\n؛]|,(?!\d)|\s\/\s|(?<!\S)\p{L}\)|\s(?:and|or|ve|veya|ya da)\s/iu
/** `1,11222E+10`, as a spreadsheet shows a number for which its column is too narrow. */
const scientific = /^(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/iu
const wholeNumber = /^(\d{5,})[.,]0{1,2}$/
const thousands = /^\d{1,3}(?:\.\d{3}){2,}(?:,0{1,2})?$/
const day = /^\(?\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})[.)]?$/
const isoDay = /^\d{4}-\d{2}-\d{2}$/
const year = /^(?:19|20)\d\d$/
const years = /^(?:19|20)\d\d[-/](?:19|20)\d\d$/
const numberWord = /^(?:no|nr|num|number|numaras[ıi]|n|№|n[º°])[.:°º]*$/iu
/** `No34409`; in capitals it may be the number's own. */
const gluedWord = /^(?:No|Nr)(?=\d)/
const wordBefore = /^(?:\p{L}{2,}[:：]|(?:no|nr|n|№)[.:°º]+)(?=.*\d)/iu
/** `TR-P`, but not the country that a number is of. */
const prefix = /^(?!(?:RF|TC|ABD|USA|SSN|TIN|IMO)$)\p{Lu}{1,3}(?:-\p{Lu}{1,3})?[-/]?$/u
const severalInOne = /^\d{5,}(?:[-/]\d{5,})+$/
const bankCode =
  /\b(?:swift|bic)\b[^\p{L}\p{N}]*(?:bic\b[^\p{L}\p{N}]*|code\b[^\p{L}\p{N}]*)?([A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)\b/iu

/** The numbers of documents in a cell, without the words, remarks and dates around them. */
export function numbersIn(cell: string): readonly string[] {
  const text = cell
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/['’‘`"“”„]/gu, ' ')
  const { outside, inside } = bracketed(text)
  const found = outside.flatMap(numbersInText)
  const code = bankCode.exec(text)?.[1]
  const numbers = found.length === 0 ? inside.flatMap(numbersInText) : found
  return distinct(code === undefined ? numbers : [...numbers, code])
}

/** Whether a spreadsheet has lost digits of a number, or shows none of them. */
export const isSpoiltNumber = (cell: string): boolean =>
  cell
    .trim()
    .split(groupsAtOnce)
    .some((group) => /^#+$/.test(group) || (scientific.test(group) && exactly(group) === undefined))

const numbersInText = (text: string): readonly string[] =>
  text.split(itemEnd).flatMap(numbersInItem)

function numbersInItem(item: string): readonly string[] {
  const runs = runsOf(item)
  const isAlone = !/\p{L}{4}/u.test(item) && runs.length === 1
  return runs.flatMap(numbersInRun).filter((number) => {
    const compared = normalNumber(number)
    return compared.length >= SHORTEST && /\d/.test(compared) && (isAlone || !year.test(compared))
  })
}

/** Neighbouring groups that have digits, each run with the letters that begin a number. */
function runsOf(item: string): readonly (readonly string[])[] {
  const runs: string[][] = [[]]
  const groups = item.split(groupsAtOnce).filter((group) => group !== '')
  for (const [at, written] of groups.entries()) {
    const run = runs.at(-1) ?? []
    const group = bare(written)
    if (group !== undefined && /\d/.test(group)) {
      if (/\d/.test(run.join('')) && beginsAnother(run.at(-1) ?? '', group)) runs.push([group])
      else run.push(group)
    } else if (
      prefix.test(written) &&
      !numberWord.test(written) &&
      /\d/.test(groups[at + 1] ?? '')
    ) {
      runs.push([written])
    } else if (!isSeries(run, written)) runs.push([])
  }
  return runs.filter((run) => run.length > 0)
}

/** `U1234567 U7654321` and two identity numbers are two numbers, `111 222 333 36` is one. */
const beginsAnother = (before: string, group: string) =>
  /^\p{L}+\d/u.test(group) || [before, group].some((each) => lengthOf([each]) >= SHORTEST_ALONE)

/** `8208 No. 555627` is one number. */
const isSeries = (run: readonly string[], word: string) =>
  run.length > 0 && numberWord.test(word) && lengthOf(run) < LONGEST_SERIES

const lengthOf = (groups: readonly string[]) => normalNumber(groups.join('')).length

/** A group without the word glued to it, and as a number where a spreadsheet wrote it in its way; undefined for a day. */
function bare(written: string): string | undefined {
  const group = written
    .replace(wordBefore, '')
    .replace(gluedWord, '')
    .replace(/^[.,:#*]+|[.,:;]+$/gu, '')
  if (day.test(group) || isoDay.test(group) || years.test(group)) return undefined
  if (scientific.test(group)) return exactly(group)
  if (thousands.test(group)) return group.replace(/,.*$/, '').replaceAll('.', '')
  return wholeNumber.exec(group)?.[1] ?? group
}

/** The number that is written in powers of ten, if all its digits are there. */
function exactly(written: string): string | undefined {
  const [, first = '', others = '', power = ''] = scientific.exec(written) ?? []
  return others.length === Number(power) ? first + others : undefined
}

function numbersInRun(run: readonly string[]): readonly string[] {
  const number = run.join(' ').replace(/^[-/.]+|[-/.]+$/g, '')
  if (severalInOne.test(number)) return [number, ...number.split(/[-/]/)]
  const isEachWhole = run.length > 1 && run.every((group) => lengthOf([group]) >= LONGEST_SERIES)
  return isEachWhole ? [number, ...run] : [number]
}
