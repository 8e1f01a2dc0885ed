import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { Registry } from 'prom-client'
import { expect, onTestFinished } from 'vitest'
import { exposeClockOffsets } from '#command/clocks.ts'
import { joinRunningProcesses } from '#command/event-sourcing/running-processes.ts'
import { exposeCertificates } from '#kernel/platform/checks/certificates.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { runningRequests } from '#kernel/platform/http/running-requests.ts'
import { exposeFreeDisk } from '#kernel/platform/log-chain/evidence.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { exposeReplica } from '#kernel/platform/read-progress/where-reads-go.ts'
import { madeCertificates } from '#test/support/certificates.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { firing, type Scenarios, scrapeOf } from './firing.ts'

/** What lies outside the system: clock, certificates, disk. */
export const alertsOfMachines = (system: SystemAddresses): Scenarios => ({
  async SarrafClockOff() {
    const pool = openPool(system.databaseUrl, { logger: silentLogger, max: 1, name: 'test' })
    onTestFinished(() => pool.end())
    const processes = await joinRunningProcesses({
      pool,
      logger: silentLogger,
      requests: runningRequests(),
      clock: () => Date.now() - 5_000,
    })
    onTestFinished(processes.close)
    const registry = new Registry()
    exposeClockOffsets(registry, { ...processes, clockOffsetMs: () => 0 })
    expect(firing(await scrapeOf(registry))).toContain('SarrafClockOff')

    const stores = new Registry()
    exposeClockOffsets(stores, { offsetMs: () => 900, clockOffsetMs: () => 1_200 })
    expect(firing(await scrapeOf(stores))).toContain('SarrafClockOff')
  },

  async SarrafReplicaBehind() {
    const registry = new Registry()
    exposeReplica(registry, { isReplicaBehind: () => true })
    expect(firing(await scrapeOf(registry))).toContain('SarrafReplicaBehind')
  },

  async SarrafCertificateExpires() {
    const certificates = await madeCertificates('expiring', { DAYS: '5' })
    onTestFinished(certificates.remove)
    const { authority, identity } = certificates
    const server = `localhost:${await portWith(identity)}`
    const registry = new Registry()
    exposeCertificates(registry, [`esdb+discover://user:secret@${server}?tlsCaFile=${authority}`])
    const scraped = await scrapeOf(registry)
    const inTime = scraped.at + 30 * 86_400
    expect(scraped.samples.map(({ labels, value }) => [labels, value > inTime])).toEqual([
      [{ certificate: authority }, true],
      [{ certificate: server }, false],
    ])
    expect(firing(scraped)).toContain('SarrafCertificateExpires')

    const unreadable = new Registry()
    exposeCertificates(unreadable, [`esdb://localhost?tls=false&tlsCaFile=${authority}.away`])
    expect(firing(await scrapeOf(unreadable))).toContain('SarrafCertificateExpires')
  },

  /** Nothing is free on the file system of the processes. */
  async SarrafDiskFull() {
    const registry = new Registry()
    exposeFreeDisk(registry, '/proc')
    expect(firing(await scrapeOf(registry))).toContain('SarrafDiskFull')
  },
})

async function portWith({ certificate: cert, key }: { certificate: string; key: string }) {
  const server = createServer({ cert, key }, () => undefined)
  server.listen(0, 'localhost')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address: AddressInfo | string | null = server.address()
  return typeof address === 'object' ? address?.port : undefined
}
