import { bracketed } from './brackets.ts'
import { clean, distinct } from './clean.ts'
import { numbersIn } from './numbers-in.ts'
import { labelledName } from './wording.ts'

/** What a list says in words beside a name. */
export interface Remarks {
  /** A list of names is one text. */
  readonly names: readonly string[]
  readonly birthDates: readonly string[]
  readonly numbers: readonly string[]
}

const birth = /(?<!\p{L})(?:born|d\.?p?\.?o\.?b\.?(?!\p{L})|date of birth|doğumlu?)/giu
/** These begin other remarks, which have dates of their own. */
const otherRemark =
  /(?<!\p{L})(?:passport|pasaport|id|expir|issu|valid|nationality|pob|p\.o\.b|place)/iu
const date =
  /(?:\b\d{1,2}[./-]\d{1,2}[./-]|(?:\b\d{1,2}\s+)?(?:\p{Lu}\p{Ll}{2,9}\.?\s*)?)\b(?:1[89]|20)\d\d\b/gu
const documentWord =
  /(?<!\p{L})(?:passport|pasaport|(?:identity|identification|id)(?:\s+card)?(?=\s+n)|tazkira|tckn|vkn)(?!\p{L})/giu
const numberWord = /^\s*(?:number|no\.?|numaras[ıi]|nr\.?|num\.?)?\s*[:.]?\s*(?=.{0,4}\d)/iu

/** From `born 1 Jan. 1953 (Oman passport no. 03825239)`, and from notes in the same words. */
export function remarksIn(text: string): Remarks {
  const words = clean(text).replace(/\s+/g, ' ')
  return {
    names: distinct(namesInRemark(words)),
    birthDates: distinct([...words.matchAll(birth)].flatMap((found) => datesAfter(words, found))),
    numbers: distinct(
      [...words.matchAll(documentWord)].flatMap((found) => numberAfter(words, found)),
    ),
  }
}

/** A note is a list of names, has one in brackets, or says “in Arabic: …”. */
function namesInRemark(words: string): readonly string[] {
  const labelled = [...words.matchAll(labelledName)].map(([, name = '']) => name.trim())
  const { inside } = bracketed(words)
  const listed = inside.filter((group) => group.includes(';'))
  const isList = words.includes(';') && !/[\d:()]/.test(words)
  return [...labelled, ...listed, ...(isList ? [words] : [])]
}

function datesAfter(words: string, { index, 0: label }: RegExpExecArray): readonly string[] {
  const rest = words.slice(index + label.length, index + label.length + 60)
  const end = otherRemark.exec(rest)?.index ?? rest.length
  return (rest.slice(0, end).match(date) ?? []).map((found) => found.trim())
}

function numberAfter(words: string, { index, 0: label }: RegExpExecArray): readonly string[] {
  const rest = words.slice(index + label.length).split(/[,;()]| issued| expir| valid/iu)[0] ?? ''
  const number = numberWord.exec(rest)
  return number === null ? [] : numbersIn(rest.slice(number[0].length)).slice(0, 1)
}
