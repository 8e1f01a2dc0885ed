import type { Registry } from 'prom-client'
import { exposeGauge } from '#kernel/platform/process/gauge.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { type Background, inBackground } from '#kernel/platform/waiting/background.ts'
import { afterEachRest } from '#kernel/platform/waiting/every.ts'
import type { Verifications } from './under-way.ts'
import type { LastVerification } from './verifications.ts'

const HOUR_MS = 3_600_000
/** Until six in the morning, as in Türkiye. */
const NIGHT_ENDS_AT = 6
const UTC_OFFSET_MS = 3 * HOUR_MS
const REST_AT_NIGHT_MS = 12 * HOUR_MS
/** Where no process runs at night. */
const LONGEST_REST_MS = 48 * HOUR_MS

/** Whether the whole log is to be verified now, in milliseconds since 1970. */
export function isDue(lastAt: number, now: number): boolean {
  const isNight = new Date(now + UTC_OFFSET_MS).getUTCHours() < NIGHT_ENDS_AT
  return now - lastAt > (isNight ? REST_AT_NIGHT_MS : LONGEST_REST_MS)
}

interface Nightly {
  readonly verifications: Pick<Verifications, 'start'>
  /** Of all companies. */
  readonly last: () => Promise<LastVerification | undefined>
  readonly registry: Registry
  readonly logger: Logger
  readonly now: () => number
  readonly lookEveryMs?: number
}

/** Verifies the log of all companies each night. The first look is an hour after the start. */
export function verifyNightly(nightly: Nightly): Background {
  const { verifications, last, registry, logger, now, lookEveryMs = HOUR_MS } = nightly
  exposeDifferences(registry, last)

  async function look() {
    const found = await last()
    if (isDue(Date.parse(found?.finishedAt ?? '1970-01-01'), now())) verifications.start(null)
  }
  const tryToLook = () =>
    look().catch((error: unknown) => logger.warn({ err: error }, 'nothing was verified'))
  return inBackground((closing) => afterEachRest(lookEveryMs, closing, tryToLook))
}

/** What a scrape of the audit page sees of the last verification of all companies. */
export function exposeDifferences(registry: Registry, last: Nightly['last']): void {
  const metric = {
    name: 'sarraf_verification_differences',
    help: 'What the last verification of all companies found; NaN before the first',
  }
  exposeGauge(registry, metric, async () => (await last())?.differences ?? Number.NaN)
}
