/** Turkish letters, however they are written; JavaScript knows the four i of no language. */
const spelled = (words: string) =>
  words.replace(/[iıüöşçğ]/g, (letter) => `[${spellings[letter] ?? letter}]`)
const spellings: Readonly<Record<string, string>> = {
  i: 'iıİI',
  ı: 'iıİI',
  ü: 'uü',
  ö: 'oö',
  ş: 'sş',
  ç: 'cç',
  ğ: 'gğ',
}

const wholeWords = (words: string) => `(?<!\\p{L})(?:${spelled(words)})(?!\\p{L})`

const turkishOtherName =
  'nam-? ?ı ?diğer|diğer (?:adı|ismi)(?:yla)?|(?:eski|önceki|yeni) (?:adı|ünvanı|ismi)|(?:kod|takma|doğum) (?:adı|ismi)'
const languages =
  'arabic|urdu|pashto|dari|farsi|persian|russian|cyrillic|chinese|korean|hebrew|tigrinya|arapça|rusça|farsça|çince'

/** “X, also known as Y” */
export const otherName = new RegExp(
  `[,;:]?\\s*(?:(?<!\\p{L})(?:a\\.\\s?k\\.\\s?a\\.?|f\\.\\s?k\\.\\s?a\\.?)|(?<=\\S\\s)(?:aka|fka|nka|alias)(?=:?\\s)|${wholeWords(
    `(?:also|formerly|previously|better|now|commonly) (?:known|listed|referred) (?:as|to as)|${turkishOtherName}`,
  )})\\s*:?\\s*`,
  'giu',
)

/** What follows is no part of the name. */
export const remarkAfter = new RegExp(
  `[,;:.]?\\s*(?:${wholeWords('deceased|doğumlu|(?:previously|formerly) listed|d\\.?p?\\.?o\\.?b\\.?')}|(?<!\\p{L})(?:born (?:in|on|c\\.|circa|about|approx\\w*|around|between|\\d)|${spelled('doğum')}(?: ${spelled('(?:tarihi|yeri)')})? ?:|(?:passport|pasaport) (?:no|num))).*$`,
  'isu',
)

/** A text without such letters and words is one name. Most are, and there are very many. */
export const isPlain = (text: string): boolean =>
  /^[\p{Script=Latin}\p{M}\p{N} '’.-]*$/u.test(text) && !mayBeMore.test(text)

const mayBeMore = new RegExp(
  `^[-.']|[-.']$|[a-z]\\.\\s?k\\.|(?<!\\p{L})(?:aka|fka|nka|alias|known|listed|referred|born|deceased|son of|daughter of|d\\.?p?\\.?o\\.?b|passport|pasaport|${spelled('doğum|nam-? ?ı|diğer|eski|önceki|yeni|kod|takma')})`,
  'iu',
)

export const childOf = /\s+(?:(?:son|daughter)\s+of|s\/o|d\/o|ولد)\s+/iu

/** “original script: …” */
export const label = new RegExp(
  `^(?:in )?(?:the )?(?:original(?: script)?|latin|turkish|${spelled(languages)})(?: (?:script|spelling|name|${spelled('yazılışı|adı')}))?\\s*[:：]\\s*(.+)$`,
  'isu',
)

/** The name of a name, not a name. */
export const remark = new RegExp(
  wholeWords(
    `name|script|spelling|listed|born|guerre|sub-?unit|unit|false|fraudulent|confiscated|deceased|dead|died|expire[sd]?|expiry|issued?|passport|nationality|initials|call sign|kunya|transliteration|adı|ismi|isim|doğumlu|vefat|ölü|öldü|pasaport|uyruk\\w*|kod|lakap|${languages}`,
  ),
  'iu',
)

export const remarkAtEnd = /\s*[-–—,]\s*sub-?units?(?:\s+names?)?\s*$/iu

/** “previously listed as. In Arabic: …” */
export const labelledName = new RegExp(
  `(?:original script|in (?:the )?(?:${spelled(languages)})(?: script)?)\\s*[:：]\\s*([^;.()]+)`,
  'giu',
)
