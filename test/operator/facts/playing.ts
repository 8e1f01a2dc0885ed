import { expect } from 'vitest'
import type { WhichCounts } from '#operator/facts/fact.ts'
import { facts } from '#operator/facts/facts.ts'
import { importLines } from '#test/support/importing.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { type Dealer, newDealer } from '#test/support/system-dealer.ts'
import { counting, type Telling } from './model.ts'
import type { Play, Played } from './play.ts'
import { plays } from './plays.ts'

interface PlayedFact extends Played {
  readonly name: string
  readonly rule: WhichCounts
  readonly dealer: Dealer
}

/** Each fact about a company of its own, so that no fact changes what another one shows. */
export const playable = (system: SystemAddresses): Promise<readonly PlayedFact[]> =>
  Promise.all(
    facts.flatMap(({ name, rule }) => {
      const play = plays[name]
      return play === undefined ? [] : [playedFact(system, { name, rule, play })]
    }),
  )

async function playedFact(
  system: SystemAddresses,
  { name, rule, play }: { readonly name: string; readonly rule: WhichCounts; readonly play: Play },
): Promise<PlayedFact> {
  const dealer = await newDealer(system, { company: { kmtsEnabled: true } })
  return { name, rule, dealer, ...(await play(dealer, system)) }
}

/** Tells each fact once, and gives how many lines were recorded. */
export async function tell(
  system: SystemAddresses,
  given: readonly PlayedFact[],
  { value, moment }: Telling,
) {
  await Promise.all(given.map(async ({ tell: otherwise }) => otherwise?.(value)))
  return importLines(
    system,
    given.flatMap(({ dealer, line }) => {
      if (line === undefined) return []
      const { kind, data } = line(value, new Date(moment).toISOString())
      return { kind, data: kind === 'company' ? data : { companyId: dealer.companyId, ...data } }
    }),
  )
}

/** Where the moment to come may have begun in between, one of two values. */
export async function expectWhatCounts(given: readonly PlayedFact[], told: readonly Telling[]) {
  await Promise.all(
    given.map(async ({ name, rule, read, shows }) => {
      const before = counting(rule, told, Date.now())
      const shown = await read()
      const after = counting(rule, told, Date.now())
      const either = [before, after].map((one) => (one === undefined ? undefined : shows(one)))
      expect(either, name).toContainEqual(shown)
    }),
  )
}
