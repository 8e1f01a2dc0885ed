import { type LanguageName, languageNames } from '#kernel/domain/messages/language.ts'
import { preferredLanguage } from '#kernel/platform/http/accept-language.ts'
import { english } from './english.ts'
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

export const wantedLanguage = ({ asked, chosen, accepted }: Wishes): LanguageName =>
  named(asked) ?? named(chosen) ?? preferredLanguage(accepted) ?? 'en'

export const named = (name: string | undefined): LanguageName | undefined =>
  languageNames.find((one) => one === name)
