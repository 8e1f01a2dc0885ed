import { readFileSync } from 'node:fs'
import { english } from './errors-en.ts'
import { turkish } from './errors-tr.ts'

const languages = {
  en: {
    advice: english,
    headings: ['Errors', 'Code', 'What to do', 'Rule', 'Meaning, and what to do'],
  },
  tr: {
    advice: turkish,
    headings: ['Hatalar', 'Kod', 'Ne yapılmalı', 'Kural', 'Anlamı ve yapılacak'],
  },
} as const

export type Language = keyof typeof languages

/** The guide in Markdown, with a table of all error codes and one of all rules. */
export function guideIn(language: Language): string {
  const written = readFileSync(new URL(`${language}.md`, import.meta.url), 'utf8')
  const { advice, headings } = languages[language]
  const [title, code, toDo, rule, meaning] = headings
  const codes = tableOf([code, toDo], advice.codes)
  return [written, `## ${title}`, '', codes, '', tableOf([rule, meaning], advice.rules)].join('\n')
}

const tableOf = ([left, right]: readonly string[], rows: Readonly<Record<string, string>>) =>
  [
    `| ${left} | ${right} |`,
    '|---|---|',
    ...Object.entries(rows).map(([name, text]) => `| \`${name}\` | ${text} |`),
  ].join('\n')
