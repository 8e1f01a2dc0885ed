import { expect, test } from 'vitest'
import { auditingAt } from '#audit/audited-system.ts'
import { statesOf } from '#audit/state/states.ts'
import { answerOf, deeds, shopDealer, shopOf } from '#test/audit/business.ts'
import { systemForThisFile } from '#test/support/system.ts'

const system = systemForThisFile()

test('in any history each record’s last state is the API’s response', async () => {
  const shop = shopOf(system, await shopDealer(system))
  for (const deed of deeds) await shop.does(deed)
  const { databases, eventStoreUrl, vaultKey } = system
  const address = {
    databaseUrl: databases.auditor,
    eventStoreUrl,
    vaultKey: Buffer.from(vaultKey, 'hex'),
  }
  await auditingAt(address, async (audited) => {
    for (const subject of shop.known) {
      const answer = await answerOf(shop.dealer, subject)
      const { companyId } = shop.dealer
      const { states, areAll } = await statesOf(audited, { ...subject, companyId })
      const last = states.at(-1)?.answer
      expect([subject, areAll, last]).toEqual([subject, true, withoutMoment(answer)])
    }
  })
  expect(new Set(shop.known.map(({ noun }) => noun)).size).toBe(8)
})

const withoutMoment = (answer: unknown) =>
  typeof answer === 'object' && answer !== null
    ? Object.fromEntries(Object.entries(answer).filter(([name]) => name !== 'updatedAt'))
    : undefined
