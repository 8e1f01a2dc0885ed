import type { english } from './english.ts'

type Same<Language> = {
  readonly [Name in keyof Language]: Language[Name] extends string ? string : Same<Language[Name]>
}

/** Every language must have every text. */
export type Texts = Same<typeof english>
