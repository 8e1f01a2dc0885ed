import type { LanguageName } from '#kernel/domain/messages/language.ts'

/**
 * What events say to an auditor, in business language. By family and type, as `price.PriceRecorded`;
 * `fill` describes the form.
 */
export type Sentences = Readonly<Record<string, Readonly<Record<LanguageName, string>>>>
