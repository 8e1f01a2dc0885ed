import { onTestFinished } from 'vitest'
import { startCommandService } from '#command/app.ts'
import { readCommandSettings } from '#command/settings.ts'
import { type Environment, settingsFrom } from '#kernel/platform/settings/read.ts'
import { freePort } from '#stack/free-port.ts'
import { SIGN_IN_KEY } from './signed-rows.ts'
import { startedWith } from './started-with.ts'
import type { SystemAddresses } from './system.ts'
import { withoutLimits } from './without-limits.ts'

export interface AnotherService {
  readonly url: string
  /** Ends it as SIGTERM does; at the end of the running test at the latest. */
  readonly close: () => Promise<void>
}

/** One more command service for a system; what is different about its environment comes last. */
export async function anotherCommandService(
  system: SystemAddresses,
  environment: Environment = {},
): Promise<AnotherService> {
  const closers: (() => unknown)[] = []
  const close = async () => {
    for (const closeOne of closers.splice(0).toReversed()) await closeOne()
  }
  onTestFinished(close)
  const port = await freePort()
  const settings = readCommandSettings(
    settingsFrom({
      PORT: String(port),
      DATABASE_URL: system.databases.command,
      EVENTSTORE_URL: system.eventStoreUrl,
      VAULT_KEY: system.vaultKey,
      SIGN_IN_KEY,
      INTEGRATOR_URL: system.sandboxUrl,
      KMTS_URL: system.sandboxUrl,
      BANK_GATEWAY_URL: system.sandboxUrl,
      TAXPAYER_REGISTRY_URL: system.sandboxUrl,
      ...withoutLimits,
      ...environment,
    }),
  )
  await startCommandService(
    startedWith('command', settings, (_part, closeOne) => void closers.push(closeOne)),
  )
  return { url: `http://127.0.0.1:${port}`, close }
}
