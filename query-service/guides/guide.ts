import { readFileSync } from 'node:fs'
import { PAIRS } from '#kernel/domain/detail.ts'
import type { LanguageName } from '#kernel/domain/messages/language.ts'
import { english } from './errors-en.ts'
import { turkish } from './errors-tr.ts'
import { magicValues, magicWords } from './magic-values.ts'

const languages = {
  en: {
    advice: english,
    headings: ['Errors', 'Code', 'What to do', 'Rule', 'Meaning, and what to do'],
    pairs: {
      headings: ['Field', 'Rules'],
      about:
        'Each item of `details` has `field` and `rule`. A field or parameter of the request can break the rules of its schema, which are in the reference (400). These pairs come besides; where no field of the request is at fault, `field` names something else:',
    },
  },
  tr: {
    advice: turkish,
    headings: ['Hatalar', 'Kod', 'Ne yapılmalı', 'Kural', 'Anlamı ve yapılacak'],
    pairs: {
      headings: ['Alan', 'Kurallar'],
      about:
        '`details` içindeki her öğede `field` ve `rule` vardır. İstekteki bir alan ya da parametre, referanstaki şemasının kurallarını bozabilir (400). Bunlara ek olarak şu çiftler vardır; istekte hatalı alan yoksa `field` başka bir şeyin adıdır:',
    },
  },
} as const satisfies Readonly<Record<LanguageName, object>>

/** The guide in Markdown, with tables of all error codes, all rules, and all pairs of field and rule. */
export function guideIn(language: LanguageName): string {
  const written = readFileSync(new URL(`${language}.md`, import.meta.url), 'utf8')
  const { advice, headings, pairs } = languages[language]
  const [title, code, toDo, rule, meaning] = headings
  const codes = tableOf([code, toDo], advice.codes)
  const rules = tableOf([rule, meaning], advice.rules)
  const places = Object.entries(advice.fields).map(([name, text]) => `- \`${name}\`: ${text}`)
  const listed = tableOf(pairs.headings, rulesByField)
  return [
    written,
    magicValues(magicWords[language]),
    '',
    `## ${title}`,
    '',
    codes,
    '',
    rules,
    '',
    pairs.about,
    '',
    ...places,
    '',
    listed,
  ].join('\n')
}

const rulesByField = Object.fromEntries(
  Object.entries(PAIRS).map(([field, rules]) => [
    field,
    rules.map((rule) => `\`${rule}\``).join(', '),
  ]),
)

const tableOf = ([left, right]: readonly string[], rows: Readonly<Record<string, string>>) =>
  [
    `| ${left} | ${right} |`,
    '|---|---|',
    ...Object.entries(rows).map(([name, text]) => `| \`${name}\` | ${text} |`),
  ].join('\n')
