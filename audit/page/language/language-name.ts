export const languageNames = ['en', 'tr'] as const
export type LanguageName = (typeof languageNames)[number]
