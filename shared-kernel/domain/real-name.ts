import { electronicFormatIBAN, isValidIBAN } from 'ibantools'
import { fold } from './turkish-text.ts'
import { withoutInvisible } from './written-text.ts'

/**
 * The name, unless it is none: hidden behind a mask, a number, a number of an account, or a word that stands for
 * nobody. Then null, whoever gave it.
 */
export function realName(text: string | null | undefined): string | null {
  if (text == null) return null
  const written = withoutInvisible(text.normalize('NFKC')).replace(/^\s*iban\b/i, '')
  const isNone =
    MASKED.test(written) || isNumber(written) || isIban(written) || isPlaceholderName(written)
  return isNone ? null : text
}

/** A text with something in it besides punctuation: a dash says that there is none. */
export const realText = (text: string | null | undefined): string | null =>
  text != null && /[^\p{P}\p{Z}\p{Cc}\p{Cf}]/u.test(text) ? text : null

/** A word that can be a part of a person's name. */
export const hasLetter = (text: string): boolean => /\p{L}/u.test(text)

/**
 * How names are hidden. Asterisks: the open-banking standard's own examples (ÖHVPS 1.0, table 19: `A**`, `İs**** So****`), in
 * every shape that fonts have. Bullets and filled shapes: what browsers and the apps of banks show for a hidden character; one
 * alone between words separates them (`Altın • Gümüş`). `Mexxx`: printed letters and statements; no word of a name has three x
 * but at its beginning (`XXXLutz`). `Me##`, `AH---`, `Şi…`: the same, and names cut to a width; a single such sign may be a
 * part of a name (`C# Yazılım`, `Gal·la`).
 */
const MASKED =
  /[*∗⁎✱✲✳⁕٭]|[^\s•∙●\u2580-\u25FF][•∙●\u2580-\u25FF]|[•∙●\u2580-\u25FF][^\s•∙●\u2580-\u25FF]|[•∙●\u2580-\u25FF]{2}|\p{L}?x{3}(?!\p{L})|\p{L}x{3}|##|(?:([\p{P}\p{S}])\1\1)/iu

/** Fewer letters than a name has, or a reference (`CARD-1234567890`, `U01234567`, `TR350006 8888`): one word and its number. */
function isNumber(text: string): boolean {
  const words = text.match(/\p{L}[\p{L}\p{M}'’.]*/gu) ?? []
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const digits = text.match(/\p{N}/gu)?.length ?? 0
  return letters === 0 || letters + digits === 1 || (words.length === 1 && digits >= REFERENCE)
}

/** No name of a company has as many digits beside one word. */
const REFERENCE = 6

/** One that is whole, of any country, with or without blanks; one that was cut is a reference, too. */
const isIban = (text: string): boolean => isValidIBAN(electronicFormatIBAN(text) ?? '')

/**
 * Words for nobody in particular, each with where it is written in place of a name.
 * A name that consists of them alone is none; beside another word each can be a name's part.
 */
const placeholderNames: ReadonlySet<string> = new Set(
  [
    // The tax authority's word for a buyer who is not identified (e-Arşiv guide, `11111111111`).
    'nihai tüketici',
    // Collective accounts of Turkish accounting programs (cari kart: "Muhtelif Müşteriler", "Perakende Müşteri").
    'müşteri',
    'müşteriler',
    'muhtelif',
    'muhtelif alıcılar',
    'muhtelif satıcılar',
    'perakende müşteri',
    'perakende satış',
    // Fields of registers and forms that nobody filled in (MERNİS and bank exports).
    'isimsiz',
    'bilinmeyen',
    'bilinmiyor',
    'belirtilmemiş',
    'belirsiz',
    'tanımsız',
    'yok',
    'isim yok',
    'bilgi yok',
    // The labels of such fields, sent in place of what they ask for.
    'ad soyad',
    'adı soyadı',
    'müşteri adı',
    // The same in the English of programs and standards ("not available", ISO 20022's `NOTPROVIDED`).
    'n a',
    'na',
    'not provided',
    'notprovided',
    'unknown',
    'anonymous',
    'null',
    'undefined',
    'none',
    // Keyboards: the shortest text that a required field takes.
    'x',
    'xx',
    // What is typed to try a system.
    'test',
    'deneme',
  ].map(fold),
)

/** Case, Turkish letters, punctuation, blanks and numbers (`Müşteri 1`, `Test2`) make no difference. */
function isPlaceholderName(text: string): boolean {
  const words = fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(hasLetter)
    .map((word) => word.replace(/(?<=\p{L}{2})\d+$/u, ''))
  return placeholderNames.has(words.join(' ')) || words.every((word) => placeholderNames.has(word))
}
