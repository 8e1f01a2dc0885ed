// @module-tag embedded-node

import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { auditingAt } from '#audit/audited-system.ts'
import { verifyNightly } from '#audit/verification/nightly.ts'
import { verifications } from '#audit/verification/under-way.ts'
import { lastVerification } from '#audit/verification/verifications.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { businessDone, nodeOn, tamper } from './support.ts'

test('the tables that lost an event are found in the night, by all who look at the verdict', async () => {
  const business = await businessDone()
  const { databases, vaultKey, witnessFile } = business
  // As a subscription leaves them that was not given one event.
  await tamper(business, `delete from read_model.customer where id = 'customer7'`)
  const { url } = await nodeOn(business.databaseUrl)
  const address = { databaseUrl: databases.auditor, eventStoreUrl: url, vaultKey }

  await auditingAt(address, async (system) => {
    const registry = new Registry()
    const last = () => lastVerification(system.pool, null)
    const nightly = verifyNightly({
      verifications: verifications({
        system: async () => system,
        logger: silentLogger,
        witness: witnessFile,
      }),
      last,
      registry,
      logger: silentLogger,
      now: Date.now,
      lookEveryMs: 20,
    })
    await expect
      .poll(last, { timeout: LONGEST_WAIT_MS })
      .toMatchObject({ companyId: null, differences: expect.any(Number), chain: 'ok' })
    await nightly.close()
    expect((await last())?.differences).toBeGreaterThan(0)
    expect(await registry.metrics()).toMatch(/^sarraf_verification_differences [1-9]/m)
  })
})
