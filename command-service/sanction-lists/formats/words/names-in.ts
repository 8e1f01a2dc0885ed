import { countryCodes } from '#kernel/domain/screening/countries.ts'
import { bracketed, itemsIn, splitOutside, withWholeBrackets } from './brackets.ts'
import { clean, distinct } from './clean.ts'
import { numberedNames } from './numbered.ts'
import {
  childOf,
  isPlain,
  label,
  labelledName,
  otherName,
  remark,
  remarkAfter,
  remarkAtEnd,
} from './wording.ts'

/** The names that a list publishes as one text. */
export interface NamesInText {
  /** The text as it is, too: people paste it. */
  readonly names: readonly string[]
  /** A single word in brackets, such as an abbreviation: it tells little by itself. */
  readonly words: readonly string[]
}

const MOST_WORDS = 8
/** So short a word is an abbreviation before it is a country. */
const LONGEST_CODE = 3
const MOST_LETTERS = 500

export function namesIn(text: string): NamesInText {
  const numbered = numberedNames(text)
  if (numbered !== undefined) {
    const { names, words } = merged(numbered.map(namesIn))
    return { names: distinct([...names, text]), words: distinct(words) }
  }
  if (isPlain(text) && !/\s\s|^\s|\s$/.test(text)) {
    return { names: [text].filter(isName), words: [] }
  }
  const pieces = splitOutside(clean(text).replace(/\s+/g, ' '), /[;؛]/).flatMap(itemsIn)
  const found = inOneName(pieces) ? [{ names: [], words: pieces }] : pieces.map(namesInPiece)
  const labelled = [...text.matchAll(labelledName)].map(([, name = '']) => name)
  const whole = pieces.length > 1 ? [text] : []
  const names = [...found.flatMap((each) => each.names), ...labelled, ...whole]
  return {
    names: distinct(names.map(asName).filter(isName)),
    words: distinct(found.flatMap(({ words }) => words.map(asName)).filter(isName)),
  }
}

/** A text is one name to look at, however many are found in it; too long a text is its parts. */
export function shownNames(text: string, { names, words }: NamesInText): readonly string[] {
  const whole = names.includes(text) ? text : asName(text)
  return names.includes(whole) ? [whole] : [...names, ...words]
}

/** `Kurgu; Ali`: single words between marks may be parts of one name. */
const inOneName = (pieces: readonly string[]) =>
  pieces.length > 1 && pieces.every((piece) => /^\s*[\p{Script=Latin}\p{M}'’.-]+\s*$/u.test(piece))

function namesInPiece(piece: string): NamesInText {
  const { outside, inside } = bracketed(piece.replace(/\((?:k|kod)\)/giu, ' aka '))
  const whole = outside.map(trimmed).join(' ').trim()
  const own = whole.split(otherName).map((part) => trimmed(part.replace(remarkAfter, '')))
  const within = inside.map((group, at) => {
    const isLast = !isName(outside.slice(at + 1).join(''))
    const isFirst = !isName(outside.slice(0, at + 1).join(''))
    return namesInBrackets(group, { beside: whole, isInside: !isLast || (isFirst && whole !== '') })
  })
  const parts = own.flatMap(partsOf)
  const isWhole = (name: string) => name === whole || !isWord(name)
  return merged([
    { names: [piece, ...parts.filter(isWhole)], words: parts.filter((name) => !isWhole(name)) },
    ...within,
  ])
}

const partsOf = (name: string): readonly string[] =>
  [name].concat(
    childOf.test(name) ? (name.split(childOf)[0] ?? '') : [],
    inEachScript(name),
    name.split(/ \/ | ?، ?/),
  )

interface Surroundings {
  readonly beside: string
  /** More of the name follows. */
  readonly isInside: boolean
}

const nothing: NamesInText = { names: [], words: [] }

function namesInBrackets(text: string, { beside, isInside }: Surroundings): NamesInText {
  const labelled = label.exec(text.trim())?.[1]
  if (labelled !== undefined) return namesIn(labelled)
  const known = text.trim().replace(otherName, '')
  if (known !== text.trim() && known !== '') return namesIn(known)
  const items = splitOutside(text, /[;؛]/).map((item) => item.replace(remarkAtEnd, ''))
  if (items.length > 1) return merged(items.map(namesInItem))
  return isInside && scriptOf(text) === scriptOf(beside) ? nothing : namesInItem(items[0] ?? '')
}

function namesInItem(item: string): NamesInText {
  const { outside, inside } = bracketed(item)
  const name = trimmed(outside.join(' '))
  const nested = merged(
    inside.map((group) => namesInBrackets(group, { beside: name, isInside: false })),
  )
  if (isRemark(name)) return nested
  return merged([
    isWord(name) ? { names: [], words: [name] } : { names: [name], words: [] },
    nested,
  ])
}

const isWord = (name: string) => !name.includes(' ') && scriptOf(name) === 'latin'

const isRemark = (text: string) =>
  remark.test(text) ||
  /\d/.test(text) ||
  text.split(' ').length > MOST_WORDS ||
  (scriptOf(text) === 'latin' && text === text.toLowerCase()) ||
  (text.length > LONGEST_CODE && countryCodes(text).length > 0)

/** `Agha Jan Alizai اغا جان عالیزی`: one name in two scripts. */
function inEachScript(text: string): readonly string[] {
  const runs: { script: string; words: string[] }[] = []
  for (const word of text.split(' ')) {
    const script = scriptOf(word)
    const last = runs.at(-1)
    if (script === undefined || last?.script === script) last?.words.push(word)
    else runs.push({ script, words: [word] })
  }
  return runs.length === 2 ? runs.map(({ words }) => words.join(' ')) : []
}

const scripts = {
  latin: /\p{Script=Latin}/u,
  arabic: /\p{Script=Arabic}/u,
  cyrillic: /\p{Script=Cyrillic}/u,
  han: /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u,
  hangul: /\p{Script=Hangul}/u,
  greek: /\p{Script=Greek}/u,
  hebrew: /\p{Script=Hebrew}/u,
  other: /\p{L}/u,
}

const scriptOf = (text: string): string | undefined =>
  Object.entries(scripts).find(([, letters]) => letters.test(text))?.[0]

const merged = (found: readonly NamesInText[]): NamesInText => ({
  names: found.flatMap(({ names }) => names),
  words: found.flatMap(({ words }) => words),
})

const isName = (text: string) => /[\p{L}\p{N}]/u.test(text) && text.length <= MOST_LETTERS

const asName = (text: string) => trimmed(withWholeBrackets(text))

const quoted = /^["“”„«»‘’'](.*)["“”„«»‘’']$/su

/** Without the marks around a name. */
function trimmed(text: string): string {
  const bare = text
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:.\-–—/]+|[\s,;:\-–—/]+$/gu, '')
    .trim()
  const name = quoted.exec(bare)?.[1] ?? bare
  return /["“”„«»]/.test(name) && name !== bare ? bare : name
}
