import { expect } from 'vitest'
import { auditingAt } from '#audit/audited-system.ts'
import type { Subject } from '#audit/nouns.ts'
import { detailOf } from '#audit/state/details.ts'
import { rowsIn } from '#audit/state/rows.ts'
import { withScratch } from '#audit/state/scratch.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { answerOf, type Deed, shopDealer, shopOf } from '../business.ts'

/** As the commands find a system. */
export const addressOf = ({ databases, eventStoreUrl, vaultKey }: SystemAddresses) => ({
  databaseUrl: databases.auditor,
  eventStoreUrl,
  vaultKey: Buffer.from(vaultKey, 'hex'),
  integratorUrl: null,
  attemptDeadlineSeconds: null,
})

/** A moment that everything recorded so far is before, and everything that follows is behind. */
export async function untilLater(): Promise<string> {
  const at = new Date()
  while (Date.now() <= at.getTime() + 1) await new Promise(setImmediate)
  return at.toISOString()
}

interface Kept {
  readonly at: string
  readonly answers: ReadonlyMap<Subject, unknown>
}

const MOST_ASKED = 12

/** A new shop does all that; what the API answered after each deed is given again from the log. */
export async function expectPastOf(system: SystemAddresses, day: readonly Deed[]): Promise<void> {
  const shop = shopOf(system, await shopDealer(system))
  const kept: Kept[] = []
  for (const deed of day) {
    await shop.does(deed)
    const answers = new Map<Subject, unknown>()
    for (const subject of shop.known.slice(-MOST_ASKED)) {
      answers.set(subject, await answerOf(shop.dealer, subject))
    }
    kept.push({ at: await untilLater(), answers })
  }
  expect(shop.known).not.toEqual([])
  await expectGivenAgain(system, shop.dealer.companyId, kept)
}

/** One pass over the past, stopping wherever answers were kept. */
const expectGivenAgain = (system: SystemAddresses, companyId: string, kept: readonly Kept[]) =>
  auditingAt(addressOf(system), async (audited) => {
    const head = await audited.log.headOfLog()
    await withScratch(audited, companyId, async ({ client, advance }) => {
      for (const { at, answers } of kept) {
        await advance(head, { at: BigInt(Date.parse(at)) * 1_000n })
        for (const [subject, answer] of answers) {
          const again = await detailOf(rowsIn(client), subject)
          expect([at, subject, again]).toEqual([at, subject, answer])
        }
      }
    })
  })
