import type { Line } from '#test/support/importing.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import type { Answer } from '#test/support/system-client.ts'
import type { Dealer } from '#test/support/system-dealer.ts'

/** What a line says of the fact: one of a few values. */
export type Value = 0 | 1 | 2 | 3

/** How one kind of fact is recorded about a company, and read again by the API. */
export interface Played {
  /** The import line that says the fact. */
  readonly line?: (value: Value, moment: string) => Line
  /** Where another way says it. */
  readonly tell?: (value: Value) => Promise<unknown>
  readonly read: () => Promise<unknown>
  /** What is read where this value counts. */
  readonly shows: (value: Value) => unknown
}

export type Play = (dealer: Dealer, system: SystemAddresses) => Promise<Played> | Played

const values = ['Ankara', 'Bursa', 'Çorum', 'Denizli'] as const

export const named = (value: Value) => values[value]

export const field = async (answer: Promise<Answer>, name: string): Promise<unknown> => {
  const { data } = await answer
  return typeof data === 'object' && data !== null ? Object(data)[name] : undefined
}
