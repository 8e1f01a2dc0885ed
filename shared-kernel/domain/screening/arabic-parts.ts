/** Short vowels and other signs that hardly anybody writes, and the stroke that makes a word longer. */
const signs = /\u0640|[\u064B-\u065F]|\u0670|[\u06D6-\u06ED]/gu
const between = '[\\s\\u200C]*'
const wordStart = '(?<![\\p{L}\\p{N}])'
const wordEnd = '(?![\\p{L}\\p{N}])'

const rules = [
  // An article, or the word for a family, that stands apart: `ال تكريتي`, `آل سعود`.
  [`${wordStart}[اآ]ل\\s+(?=\\p{L}{2})`, 'ال'],
  [`${wordStart}عبد${between}(?:ال)?(?=\\p{L}{2})`, 'عبد'],
  [`${wordStart}[اأ](?:بو${between}|ب[يىیا]\\s+)(?:ال)?(?=\\p{L}{2})`, 'ابو'],
  [`(?<=\\p{L}{2})${between}ال(?=د[يىی]ن${wordEnd})`, ''],
  [`(?<=\\p{L}{2})${between}ال(?=ل[هةہ]${wordEnd})`, ''],
].map(([pattern = '', written = '']) => [new RegExp(pattern, 'gu'), written] as const)

/** Parts of a name in Arabic letters that some writers separate and others join become one word. */
export const withArabicPartsJoined = (name: string): string =>
  /\p{Script=Arabic}/u.test(name)
    ? rules.reduce(
        (text, [pattern, written]) => text.replace(pattern, written),
        name.replace(signs, ''),
      )
    : name

/** “Son of” and “daughter of”, which many leave out. */
export const isArabicLink = (word: string): boolean => /^[اأإ]?بنت?$/u.test(word)
