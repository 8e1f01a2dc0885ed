import { expect, onTestFinished, test } from 'vitest'
import { followReferenceData } from '#command/reference-data/follow.ts'
import { livingFollowers } from '#command/reference-data/followers.ts'
import { instantOf } from '#kernel/domain/instant.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { newDealer } from '#test/support/import-lines.ts'
import { importing, systemForThisFile } from '#test/support/operator.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'

const system = systemForThisFile()
const patience = { timeout: LONGEST_WAIT_MS }
const now = () => instantOf(Date.now())

async function followed(sources: Partial<{ eventStore: EventStore; vault: Vault }> = {}) {
  const { eventStore, vault, pool } = system()
  const following = followReferenceData({
    eventStore,
    vault,
    pool,
    logger: silentLogger,
    ...sources,
  })
  onTestFinished(following.close)
  await following.caughtUp
  return following.data
}

test('imported data is known to commands', async () => {
  const dealer = newDealer()
  const { companyId, apiUserId } = dealer
  await importing(system(), [
    dealer.company({ kmtsEnabled: true }),
    dealer.companySettings({ expense: { serial: 'GP' } }),
    dealer.apiKey({ rights: ['expenses'] }),
    dealer.providerAccount({ user: 'kullanici', secret: 'parola' }),
    dealer.price(),
    dealer.price({ price: '5910.5' }),
    dealer.template(),
    dealer.bankAccount(),
  ])
  const data = await followed()
  expect(data.company(companyId)).toMatchObject({ kmtsEnabled: true, timeZone: 'Europe/Istanbul' })
  expect(data.settings(companyId)).toMatchObject({
    invoice: null,
    expense: { active: true, serial: 'GP', blockEInvoiceTaxpayers: false },
  })
  expect(data.apiKey(apiUserId)).toMatchObject({
    apiUserId,
    companyId,
    rights: ['expenses'],
    secretHash: expect.stringMatching(/^scrypt\$/),
    company: { package: 'Standard', status: true, kmtsEnabled: true },
  })
  expect(data.providerAccount(companyId, 'integrator')).toEqual({
    url: null,
    user: 'kullanici',
    secret: 'parola',
  })
  expect(data.price(companyId, 'gold', now())).toBe('5910.5')
  expect(data.templates(companyId)).toMatchObject([{ key: 'hurda-22' }])
  expect(data.bankAccount(companyId, dealer.accountId)).toMatchObject({ name: 'Garanti' })
})

test('data imported later is known soon', async () => {
  const dealer = newDealer()
  const data = await followed()
  await importing(system(), [dealer.company(), dealer.apiKey()])
  await expect.poll(() => data.apiKey(dealer.apiUserId)?.company?.status, patience).toBe(true)
  await importing(system(), [dealer.company({ status: false })])
  await expect.poll(() => data.apiKey(dealer.apiUserId)?.company?.status, patience).toBe(false)
})

test('companies do not share data', async () => {
  const [dealer, other] = [newDealer(), newDealer()]
  const lines = [dealer.company(), dealer.price(), dealer.template(), dealer.bankAccount()]
  await importing(system(), [...lines, other.company()])
  const data = await followed()
  const { companyId } = other
  expect(data.price(companyId, 'gold', now())).toBeUndefined()
  expect(data.templates(companyId)).toEqual([])
  expect(data.settings(companyId)).toBeUndefined()
  expect(data.providerAccount(companyId, 'bank')).toBeUndefined()
  expect(data.bankAccount(companyId, dealer.accountId)).toBeUndefined()
})

test('catch-up reaches the head of a log that ends with irrelevant events', async () => {
  const dealer = newDealer()
  await importing(system(), [dealer.company()])
  const customers = Array.from({ length: 70 }, (_, index) => dealer.customer({ year: index }))
  await importing(system(), customers)
  const { eventStore, pool } = system()
  const head = await eventStore.headOfLog()

  const data = await followed()

  expect(data.company(dealer.companyId)).toMatchObject({ timeZone: 'Europe/Istanbul' })
  await expect
    .poll(async () => (await livingFollowers(pool)).map(({ position }) => position), patience)
    .toEqual([head])
})

test('a temporary failure loses nothing', async () => {
  const dealer = newDealer()
  await importing(system(), [dealer.company(), dealer.apiKey(), dealer.price()])
  let failures = 3
  const failing: Vault = {
    ...system().vault,
    keys: (ids) => {
      failures -= 1
      return failures < 0 ? system().vault.keys(ids) : Promise.reject(new Error('no database'))
    },
  }
  const data = await followed({ vault: failing })
  expect(data.price(dealer.companyId, 'gold', now())).toBe('5900')
  await importing(system(), [dealer.price({ price: '5999' })])
  await expect.poll(() => data.price(dealer.companyId, 'gold', now()), patience).toBe('5999')
})

test('its place is published while it runs, and not longer', async () => {
  const { eventStore, vault, pool } = system()
  const before = await livingFollowers(pool)
  const following = followReferenceData({ eventStore, vault, pool, logger: silentLogger })
  await following.caughtUp
  await importing(system(), [newDealer().company()])
  const head = await eventStore.headOfLog()
  await expect
    .poll(async () => (await livingFollowers(pool)).map(({ position }) => position), patience)
    .toContain(head)
  await following.close()
  expect(await livingFollowers(pool)).toEqual(before)
})

test('closing it during catch-up is reported', async () => {
  const { eventStore, vault, pool } = system()
  const following = followReferenceData({ eventStore, vault, pool, logger: silentLogger })
  await following.close()
  await expect(following.caughtUp).rejects.toThrow('closed before')
})
