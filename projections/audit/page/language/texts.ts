import type { english } from './english.ts'

type Same<Told> = {
  readonly [Name in keyof Told]: Told[Name] extends string ? string : Same<Told[Name]>
}

/** A language says all of it, or it is none. */
export type Texts = Same<typeof english>
