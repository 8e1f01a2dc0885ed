import anyAscii from 'any-ascii'
import { fold } from '../turkish-text.ts'
import { isArabicLink, withArabicPartsJoined } from './arabic-parts.ts'
import { givenName } from './given-names.ts'
import { legalFormAt, shortLegalForm } from './legal-forms.ts'
import { consonantsIn, latinFromGreek, scriptOf } from './skeleton.ts'
import { isNameKey, keyOf } from './token.ts'
import {
  articles,
  companyAbbreviations,
  faiths,
  fathers,
  genericWords,
  links,
  numberWords,
  servants,
  sons,
  stopWords,
} from './word-lists.ts'

const MAX_TOKENS = 12
const MAX_CHARACTERS = 300

interface Word {
  /** In Latin letters, folded; of another script, a token's key. */
  readonly text: string
  readonly isUpper: boolean
  readonly isAfterComma: boolean
}

/** The compared parts of a name, as keys of tokens. */
export function nameTokens(name: string): readonly string[] {
  const words = wordsOf(givenNameFirst(name.slice(0, MAX_CHARACTERS)))
  const keys = withParticles(withJoinedParts(withWordsOfBusiness(withLegalForms(words))))
  const marked = keys.some((key) => isNameKey(key) || key.startsWith('#'))
    ? keys
    : words.map(({ text }) => text)
  return marked.map(canonical).slice(0, MAX_TOKENS)
}

/** `Surname, Given` is reversed; before a legal form, or in a longer list, a comma has no meaning. */
function givenNameFirst(name: string): string {
  const [last = '', first, ...others] = name.split(',')
  if (first === undefined || others.length > 0 || !isShort(last) || !isShort(first)) return name
  const words = wordsOf(first).map(({ text }) => text)
  const isForm = legalFormAt(words, 0) !== undefined || shortLegalForm(words.join('')) !== undefined
  return isForm || words.some((word) => word.startsWith('@')) ? name : `${first} ${last}`
}

const isShort = (part: string) => /^\s*\S+(\s+\S+){0,2}\s*$/.test(part)

const marks = /['`"´’ʼ‘“”]/g
/** `SiemensAG` */
const formAtEnd = /(?<=\p{Ll}{2})(?=\p{Lu}{2,}(?!\p{L}))/gu
/** `AT&T` */
const joinedByAnd = /(?<!\p{L})(\p{L}{1,3})&(\p{L}{1,3})(?!\p{L})/gu
/** `A.Ş.`, `G.m.b.H.`, `J.R.R.`, `Ltd.Şti.` */
const abbreviation = /(?<![\p{L}\p{N}])(?:(?:\p{L}{1,4}\.){2,}\p{L}{0,4}|\p{L}\.\p{L})(?!\p{L})/gu

function wordsOf(name: string): readonly Word[] {
  const text = withArabicPartsJoined(name.normalize('NFKC'))
    .replace(marks, '')
    .replace(formAtEnd, ' ')
    .replace(joinedByAnd, '$1$2')
    .replace(abbreviation, readAbbreviation)
  return text.split(',').flatMap((part, at) =>
    part
      .split(/[^\p{L}\p{M}\p{N}@]+/u)
      .filter((word) => word !== '')
      .flatMap(syllables)
      .map((word, place) => ({
        text: word.startsWith('@') ? word : inLatin(word),
        isUpper: word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase(),
        isAfterComma: at > 0 && place === 0,
      }))
      .filter((word) => word.text !== '' && word.text !== '@')
      .flatMap(withoutGluedForm),
  )
}

/** Forms that begin or end no word of their own accord. */
const gluedForm =
  /^(ojsc|cjsc|pjsc|jsc|llc|ooo|gmbh)([a-z]{4,})$|^([a-z]{4,}?)(ojsc|cjsc|pjsc|jsc|llc|llp|plc|gmbh|kgaa|ltdsti|ltd|limited|corporation|incorporated)$/

/** `JSCARGUMENT`, `argumentjsc` */
function withoutGluedForm(word: Word): readonly Word[] {
  const parts = gluedForm.exec(word.text)?.slice(1).filter(Boolean) ?? [word.text]
  return parts
    .flatMap((part) => (part === 'ltdsti' ? ['ltd', 'sti'] : [part]))
    .map((text, at) => ({
      text,
      isUpper: word.isUpper,
      isAfterComma: word.isAfterComma && at === 0,
    }))
}

/** A Chinese name without spaces, in the syllables that Latin letters have for it. */
const syllables = (word: string): readonly string[] =>
  /^\p{Script=Han}+$/u.test(word) ? (anyAscii(word).match(/[A-Z][a-z]*/g) ?? [word]) : [word]

function readAbbreviation(written: string): string {
  const word = fold(written).replace(/[^a-z]/g, '')
  const form = legalFormAt([word], 0)?.name ?? shortLegalForm(word)
  return form === undefined ? written.replaceAll('.', ' ') : ` ${keyOf.form(form)} `
}

function inLatin(word: string): string {
  const script = scriptOf(word)
  if (script === 'greek') return keyOf.greek(latinFromGreek(word))
  if (script === 'consonants') {
    const consonants = consonantsIn(word.replace(/^ال(?=\p{L}{3})/u, ''))
    return isArabicLink(word) ? keyOf.stop(consonants) : keyOf.consonants(consonants)
  }
  const text = fold(word).replace(/[^a-z0-9]/g, '')
  const [, number] = /^0*(\d+)(?:st|nd|rd|th|e|er|eme|inci|nci|uncu|ncu)?$/.exec(text) ?? []
  return number !== undefined ? keyOf.number(number) : /\d/.test(text) ? keyOf.number(text) : text
}

function withLegalForms(words: readonly Word[]): readonly string[] {
  const texts = words.map(({ text }) => text)
  const keys: string[] = []
  for (let at = 0; at < words.length; ) {
    const form = legalFormAt(texts, at) ?? shortFormAt(words, at)
    keys.push(form === undefined ? (texts[at] ?? '') : keyOf.form(form.name))
    at += form?.words ?? 1
  }
  return keys
}

/** Such a form may be a name: only its place tells. */
function shortFormAt(words: readonly Word[], at: number) {
  const word = words[at]
  const next = words[at + 1]
  if (word === undefined || words.length === 1) return undefined
  const others = words.filter((_, place) => place !== at)
  const isOneOfPeople = others.some(({ text }) => givenName(text) !== undefined)
  const isLast = next === undefined
  const standsOut = word.isUpper && others.some(({ isUpper }) => !isUpper)
  const name = shortLegalForm(word.text)
  if (name !== undefined) {
    const isForm =
      word.isAfterComma || (isLast && !isOneOfPeople) || ((isLast || at === 0) && standsOut)
    return isForm ? { name, words: 1 } : undefined
  }
  const spaced = shortLegalForm(word.text + (next?.text ?? ''))
  const isSpaced = word.text.length === 1 && next?.text.length === 1 && at === words.length - 2
  return spaced !== undefined && isSpaced && at > 0 && !isOneOfPeople
    ? { name: spaced, words: 2 }
    : undefined
}

function withWordsOfBusiness(keys: readonly string[]): readonly string[] {
  const isCompany = keys.some((key) => key.startsWith('@') || genericWords.has(key))
  return keys.map((key) => {
    const number = numberWords.get(key)
    if (number !== undefined) return keyOf.number(number)
    const isStop =
      (stopWords.has(key) && (isCompany || key.length > 3)) ||
      (isCompany && companyAbbreviations.has(key))
    return isStop ? keyOf.stop(key) : key
  })
}

/** Parts that some writers separate and others join become one token. */
function withJoinedParts(keys: readonly string[]): readonly string[] {
  const joined: string[] = []
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? ''
    const next = keys[at + 1]
    const before = joined.at(-1)
    const hasBefore = before !== undefined && isLatinName(before)
    if (sons.has(key) && hasBefore) {
      joined[joined.length - 1] = before + key
    } else if (next !== undefined && articles.has(key) && faiths.has(next) && hasBefore) {
      joined[joined.length - 1] = `${before}eddin`
      at += 1
    } else if (faiths.has(key) && hasBefore) {
      joined[joined.length - 1] = `${before}eddin`
    } else if (servants.has(key) && next !== undefined && isLatinName(next)) {
      const name = keys[at + 2]
      const skips = articles.has(next) && name !== undefined && isLatinName(name)
      joined.push(`abdu${skips ? name : next}`)
      at += skips ? 2 : 1
    } else if (fathers.has(key) && next !== undefined && isLatinName(next)) {
      const name = keys[at + 2]
      const skips = articles.has(next) && name !== undefined && isLatinName(name)
      joined.push(`${key.startsWith('u') ? 'umm' : 'abu'}${skips ? name : next}`)
      at += skips ? 2 : 1
    } else joined.push(key)
  }
  return joined
}

const isLatinName = (key: string) => /^[a-z]{2}/.test(key)

const withParticles = (keys: readonly string[]): readonly string[] =>
  keys.map((key, at) => {
    const isLast = at === keys.findLastIndex(isNameKey)
    const isParticle = (articles.has(key) && !isLast) || (links.has(key) && at > 0 && !isLast)
    return isParticle ? keyOf.stop(key) : key
  })

/** One spelling for prefixes and suffixes with many spellings. */
const canonical = (key: string): string =>
  isLatinName(key)
    ? key
        .replace(/(?:zadeh|zada)$/, 'zade')
        .replace(/(?:oglou|ogly|oghlu|ogullari)$/, 'oglu')
        .replace(/(?<=.{3})[aeiu](?:dd|tt)[ie]ne?$/, 'din')
        .replace(
          /^abd(?:[aeou]+(?=..)(?:(l)(?=.{2})|([bcdfghjkmnpqrstvwyz])(?=\2))?)?(?=.{2})/,
          'abd',
        )
    : key
