import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import pg from 'pg'
import { Registry } from 'prom-client'
import { expect, onTestFinished } from 'vitest'
import { verifyNightly } from '#audit/verification/nightly.ts'
import { lastVerification } from '#audit/verification/verifications.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { query } from '#test/support/banks.ts'
import { ask, newShop, order } from '#test/support/kmts-queries.ts'
import { bankBooking } from '#test/support/little-bank.ts'
import { electronicDealer, fault, HASTE, newDraft, untilCode } from '#test/support/sellers.ts'
import { customerOfLittleBank } from '#test/support/set-aside.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { manual } from '#test/support/vouchers.ts'
import { stranger } from './connections.ts'
import { firing, type Scenarios, SOON, scrape, scrapeOf, untilFiring } from './firing.ts'

/** Documents at providers, and the evidence of what was recorded. */
export const alertsOfDocuments = (system: SystemAddresses, witness: string): Scenarios => ({
  async SarrafDocumentsStuck() {
    const draft = await newDraft(system, await electronicDealer(system))
    const code = await untilCode(draft)
    await fault(system, 'voucher.submit', 'timeout')
    await draft.confirm(code)
    await expect.poll(draft.state, SOON).toBe('review_required')
    const { url } = await anotherCommandService(system, HASTE)
    await untilFiring('SarrafDocumentsStuck', async () => [await scrape(url)])
  },

  async SarrafProviderFails() {
    const { api } = await newShop(system)
    await order(system, 'error', { times: 2 })
    await ask(api, 'KMV-1')
    const before = await scrape(system.baseUrl)
    await ask(api, 'KMV-2')
    expect(firing(before, await scrape(system.baseUrl))).toContain('SarrafProviderFails')
  },

  async SarrafBankBookingsSetAside() {
    const { api, bank } = await customerOfLittleBank(system)
    bank.book(
      bankBooking('1', { islTtr: '-1' }),
      bankBooking('2'),
      bankBooking('2', { islTtr: '7' }),
    )
    expect(firing(await scrape(system.baseUrl))).not.toContain('SarrafBankBookingsSetAside')
    await query(api)
    const scraped = await scrape(system.baseUrl)
    expect(firing(scraped)).toContain('SarrafBankBookingsSetAside')
    const counts = scraped.samples.filter(({ name }) => name === 'sarraf_bank_bookings_set_aside')
    expect(counts.map(({ labels, value }) => [labels['reason'], value])).toEqual([
      ['unreadable', 1],
      ['contradicts', 1],
    ])
  },

  async SarrafKmtsLimit() {
    const { api } = await newShop(system)
    const before = await scrape(system.baseUrl)
    await untilFiring('SarrafKmtsLimit', async () => {
      await ask(api, 'KMV-1')
      return [before, await scrape(system.baseUrl)]
    })
  },

  /** In a stream that no table shows, so no company is parked. */
  async SarrafForgedEvent() {
    const data = { number: 7 }
    const forged = { id: randomUUID(), type: 'NumberTaken', data, metadata: {} }
    await stranger(system).append(`numberBook-${randomUUID()}`, [forged], 'no_stream')
    await untilFiring('SarrafForgedEvent', async () => [await scrape(system.baseUrl)])
  },

  async SarrafVerificationDiffers() {
    const { databases } = system
    const pool = new pg.Pool({ connectionString: databases.auditor, max: 1 })
    onTestFinished(() => pool.end())
    const registry = new Registry()
    const last = () => lastVerification(pool, null)
    const verifications = { start: () => undefined }
    const nightly = verifyNightly({
      verifications,
      last,
      registry,
      logger: silentLogger,
      now: Date.now,
    })
    onTestFinished(nightly.close)
    expect(firing(await scrapeOf(registry))).not.toContain('SarrafVerificationDiffers')
    await pool.query(
      `insert into audit.verification (verdict) values ('{"events": 9, "rows": 9, "differences": 1, "chain": "ok"}')`,
    )
    expect(firing(await scrapeOf(registry))).toContain('SarrafVerificationDiffers')
  },

  /** The notary lost its witness. What it was writing at that moment makes the file again: that is lost too. */
  async SarrafEvidenceBroken() {
    await expect.poll(() => existsSync(witness), SOON).toBe(true)
    const { api } = await newDealer(system)
    await api.post('/v1/expenses', manual())
    await untilFiring('SarrafEvidenceBroken', async () => {
      rmSync(witness, { force: true })
      return [await scrape(system.baseUrl)]
    })
  },

  async SarrafNotSigned() {
    rmSync(witness, { force: true })
    const { api } = await newDealer(system)
    await api.post('/v1/expenses', manual())
    await untilFiring('SarrafNotSigned', async () => [await scrape(system.baseUrl)])
  },
})
