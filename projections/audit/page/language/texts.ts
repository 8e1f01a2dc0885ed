import type { english } from './english.ts'

type Same<Told> = {
  readonly [Name in keyof Told]: Told[Name] extends string ? string : Same<Told[Name]>
}

/** Every language must have every text. */
export type Texts = Same<typeof english>
