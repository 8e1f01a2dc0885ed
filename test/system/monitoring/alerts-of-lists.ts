import { createServer } from 'node:http'
import { Registry } from 'prom-client'
import { expect, onTestFinished } from 'vitest'
import { exposeLists } from '#command/sanction-lists/sources/list-metrics.ts'
import { sourceStatesIn } from '#command/sanction-lists/sources/source-states.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { closeServer } from '#kernel/platform/process/metrics.ts'
import { freePort } from '#stack/free-port.ts'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { firing, type Scenarios, scrape, scrapeOf, untilFiring } from './firing.ts'

/** Sanction lists and their sources. */
export const alertsOfLists = (system: SystemAddresses): Scenarios => ({
  /** The metrics of a service whose clock is at a time in two days. */
  async SarrafSanctionListOld() {
    const registry = new Registry()
    const pool = openPool(system.databases.command, { logger: silentLogger, max: 1, name: 'test' })
    onTestFinished(() => pool.end())
    const list = { version: '1', importedAt: new Date().toISOString(), entryCount: 1 }
    let hours = 47
    exposeLists(registry, {
      states: await sourceStatesIn(pool),
      sources: [],
      inUse: () => new Map([['pep', list]]),
      now: () => Date.now() + hours * 3_600_000,
    })
    expect(firing(await scrapeOf(registry))).not.toContain('SarrafSanctionListOld')
    hours = 49
    expect(firing(await scrapeOf(registry))).toContain('SarrafSanctionListOld')
  },

  async SarrafSanctionListUpdateFails() {
    const port = await freePort()
    const server = createServer((_, response) => response.writeHead(503).end())
    server.listen(port, '127.0.0.1')
    onTestFinished(() => closeServer(server))
    const { url } = await anotherCommandService(system, {
      SANCTION_SOURCES: `wanted=http://127.0.0.1:${port}/list.csv`,
    })
    await untilFiring('SarrafSanctionListUpdateFails', async () => [await scrape(url)])
  },
})
