import anyAscii from 'any-ascii'

/** Behind them come the marks that no keyboard has, by their code points. */
const MARKS = ` -_,;:!?.'"()[]{}@*/\\&#%\`^+<=>|~$`
const OTHER_MARK = '\0'
const LETTERS = '0123456789abcçdefgğhıijklmnoöpqrsştuüvwxyz'

/** What separates and fills the levels of a key is below all of its letters. */
const [LEVEL, PLAIN, CAPITAL] = [' ', '!', '"']
const FIRST_PLACE = 35

/** One byte each, below every letter of another script. */
const placeOf = new Map(
  Array.from(MARKS + OTHER_MARK + LETTERS, (one, index) => [
    one,
    String.fromCharCode(FIRST_PLACE + index),
  ]),
)

/** In the Turkish alphabet these marks make another letter; any other mark makes a variant of the same. */
const OWN_LETTERS = new Map([
  ['c', ['\u0327', 'ç']],
  ['g', ['\u0306', 'ğ']],
  ['i', ['\u0307', 'i']],
  ['o', ['\u0308', 'ö']],
  ['s', ['\u0327', 'ş']],
  ['u', ['\u0308', 'ü']],
])

/**
 * The key by whose bytes names are in the order of the Turkish alphabet: by letters, then by their marks, then by
 * capitals. The order is our own, because those of PostgreSQL differ from one machine to the next.
 */
export function turkishOrder(name: string): string {
  let letters = ''
  let variants = ''
  let capitals = ''
  for (const [, written = '', marks = ''] of clustersOf(name)) {
    const { letter, variant } = letterOf(written, marks)
    letters += placesOf(letter)
    variants += PLAIN + (placeOf.has(letter) ? '' : letter) + variant
    capitals += written === written.toLowerCase() ? PLAIN : CAPITAL
  }
  return withinIndex(withoutPlainEnds([letters, variants, capitals].join(LEVEL)))
}

/** Letters, each with its marks. */
const clustersOf = (name: string) =>
  name
    .replaceAll(/\p{White_Space}/gu, ' ')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '')
    .normalize('NFKD')
    .matchAll(/(\P{Script=Inherited})(\p{Script=Inherited}*)/gsu)

function letterOf(written: string, marks: string) {
  if (written === 'ı' || written + marks === 'I') return { letter: 'ı', variant: marks }
  // By way of the capital, because ς and σ are one letter.
  const small = written.toUpperCase().toLowerCase()
  const [mark = '', letter = ''] = OWN_LETTERS.get(small) ?? []
  return mark !== '' && marks.includes(mark)
    ? { letter, variant: marks.replace(mark, '') }
    : { letter: small, variant: marks }
}

function placesOf(letter: string): string {
  const place = placeOf.get(letter)
  if (place !== undefined) return place
  if (/[\p{Script=Latin}\p{Nd}]/u.test(letter)) return inLatin(letter)
  // Hyphens and apostrophes have many forms, some of which count as letters.
  if (/\p{Script=Common}/u.test(letter)) {
    return placeOf.get(anyAscii(letter)) ?? `${placeOf.get(OTHER_MARK)}${letter}`
  }
  return letter
}

const inLatin = (letter: string) =>
  Array.from(anyAscii(letter).toLowerCase(), (one) => placeOf.get(one)).join('')

const withoutPlainEnds = (levels: string) => levels.replaceAll(/[ !]+$|!+(?= )/g, '')

/** An entry of PostgreSQL's indexes has 2704 bytes, for more than the key. */
const room = new Uint8Array(2400)

const withinIndex = (key: string) => key.slice(0, new TextEncoder().encodeInto(key, room).read)
