import type { english } from './english.ts'

type Same<Texts> = {
  readonly [Name in keyof Texts]: Texts[Name] extends string ? string : Same<Texts[Name]>
}

/** Every language must have every text. */
export type Texts = Same<typeof english>
