import { english } from './english.ts'
import { type LanguageName, languageNames } from './language-name.ts'
import type { Texts } from './texts.ts'
import { turkish } from './turkish.ts'

/** All texts of the page in one language. */
export interface PageLanguage {
  readonly name: LanguageName
  readonly texts: Texts
}

const languages: Readonly<Record<LanguageName, PageLanguage>> = {
  en: { name: 'en', texts: english },
  tr: { name: 'tr', texts: turkish },
}

export const languageOf = (name: LanguageName): PageLanguage => languages[name]

interface Wishes {
  /** The language in the address, then the one chosen earlier, then the browser's preference. */
  readonly asked: string | undefined
  readonly chosen: string | undefined
  readonly accepted: string | undefined
}

export const wantedLanguage = ({ asked, chosen, accepted = '' }: Wishes): LanguageName =>
  named(asked) ?? named(chosen) ?? preferred(accepted) ?? 'en'

export const named = (name: string | undefined): LanguageName | undefined =>
  languageNames.find((one) => one === name)

const preferred = (accepted: string) =>
  accepted
    .split(',')
    .map((range) => range.trim().split(/;\s*q=/))
    .map(([tag = '', weight = '1']) => ({ name: named(tag.slice(0, 2).toLowerCase()), weight }))
    .filter(({ name, weight }) => name !== undefined && Number(weight) > 0)
    .toSorted((one, other) => Number(other.weight) - Number(one.weight))[0]?.name
