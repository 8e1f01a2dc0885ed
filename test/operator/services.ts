import { beforeAll } from 'vitest'
import { followReferenceData } from '#command/reference-data/follow.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { startProjections } from '#projections/wiring.ts'
import { freePort } from '#stack/free-port.ts'
import type { SystemUnderTest } from '#test/support/operator.ts'
import { startedWith } from '#test/support/started-with.ts'

/** Those who follow the log, whom an import waits for: projections and reference data. */
export function servicesForThisFile(system: () => SystemUnderTest) {
  beforeAll(async () => {
    const closers: (() => unknown)[] = []
    const { databases, eventStoreUrl, vaultKey } = system()
    const settings = {
      host: '127.0.0.1',
      metricsPort: null,
      traceEndpoint: null,
      logLevel: 'silent',
    } as const
    await startProjections(
      startedWith(
        'projections',
        {
          ...settings,
          notary: null,
          destroyedKeys: null,
          witness: null,
          port: await freePort(),
          databaseUrl: databases.projections,
          eventStoreUrl,
          vaultKey,
        },
        (_part, close) => closers.push(close),
      ),
    )
    closers.push(followReferenceData({ ...system(), logger: silentLogger }).close)
    return async () => {
      for (const close of closers.toReversed()) await close()
    }
  })
}
