/** The languages in which the product speaks to people; the first one where nobody asks for another. */
export const languageNames = ['en', 'tr'] as const
export type LanguageName = (typeof languageNames)[number]
