import { givenName, isKnownSurname } from './given-names.ts'
import { type Script, skeletonsOf } from './skeleton.ts'

export type TokenKind = 'name' | 'initial' | 'number' | 'form' | 'stop'

/** A part of a name, with the forms that comparisons use. */
export interface Token {
  /** The same for the same token. */
  readonly key: string
  readonly text: string
  readonly kind: TokenKind
  readonly script: Script
  readonly sound: string
  /** How it sounds without an article at its beginning. */
  readonly bareSound: string | undefined
  /** The usual spelling, if it is a known given name. */
  readonly given: string | undefined
  /** A common name: another common name is not a slip of it. */
  readonly isKnown: boolean
  readonly skeletons: readonly string[]
}

/** A token's key begins with its kind or script where these do not go without saying. */
export const keyOf = {
  number: (text: string) => `#${text}`,
  form: (name: string) => `@${name}`,
  stop: (text: string) => `%${text}`,
  greek: (text: string) => `^${text}`,
  consonants: (text: string) => `~${text}`,
}

const kinds: Readonly<Record<string, TokenKind>> = { '#': 'number', '@': 'form', '%': 'stop' }
const scripts: Readonly<Record<string, Script>> = { '^': 'greek', '~': 'consonants' }

export const isNameKey = (key: string): boolean => kinds[key.charAt(0)] === undefined

export function tokenOf(key: string): Token {
  const mark = key.charAt(0)
  const script = scripts[mark] ?? 'latin'
  const text = kinds[mark] === undefined && script === 'latin' ? key : key.slice(1)
  const kind = kinds[mark] ?? (text.length === 1 && script === 'latin' ? 'initial' : 'name')
  if (kind !== 'name') {
    const nothing = { sound: '', bareSound: undefined, given: undefined, skeletons: [] }
    return { key, text, kind, script, isKnown: false, ...nothing }
  }
  const given = givenName(text)
  return {
    key,
    text,
    kind,
    script,
    sound: script === 'consonants' ? '' : soundOf(text),
    bareSound: bareSoundOf(text, script),
    given,
    isKnown: given !== undefined || isKnownSurname(text),
    skeletons: skeletonsOf(text, script),
  }
}

const bareSoundOf = (text: string, script: Script) =>
  script !== 'consonants' && /^[aeu]l.{4,}$/.test(text) ? soundOf(text.slice(2)) : undefined

/** Of the other kinds, too many names have the same. */
export const isTelling = ({ kind }: Token): boolean => kind === 'name' || kind === 'number'

// Rules in the order in which they apply: one sound gets one spelling.
const rules: readonly (readonly [RegExp, string])[] = [
  [/aoui|awi/g, 'avi'],
  [/off$/, 'ov'],
  [/kh/g, 'h'],
  [/gh/g, 'g'],
  [/sch|sh/g, 's'],
  [/tch|ch|dj|dzh|j/g, 'c'],
  [/th/g, 't'],
  [/dh/g, 'd'],
  [/ph/g, 'f'],
  [/ck|q/g, 'k'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/ou|oo|u|o/g, 'u'],
  [/ee/g, 'i'],
  [/ei|ai|ay|ey/g, 'ai'],
  [/y/g, 'i'],
  [/e/g, 'a'],
  [/(.)\1+/g, '$1'],
  [/d$/, 't'],
  [/b$/, 'p'],
  [/(?<=..a)h$/, ''],
]

/** An approximate phonetic key of a folded token: the same for different transcriptions of one name. */
const soundOf = (token: string): string =>
  rules.reduce((sound, [pattern, written]) => sound.replace(pattern, written), token)
