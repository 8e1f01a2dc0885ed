import type { SystemAddress } from '#kernel/platform/cli/find-system.ts'
import { type Environment, settingsFrom } from '#kernel/platform/settings/read.ts'
import { orNull } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'

/** The command service's own settings: from the same variables, or from the running system. */
export interface ProviderSettings {
  /** Null if no address of the integrator is set: companies may have addresses of their own. */
  readonly integratorUrl: string | null
  readonly timeoutMs: number
  readonly deadlineMs: number
  readonly cooldownMs: number
}

export function providerSettings(
  environment: Environment,
  { integratorUrl, attemptDeadlineSeconds }: SystemAddress,
): ProviderSettings {
  const read = settingsFrom(environment)
  const deadline = settings.ATTEMPT_DEADLINE_SECONDS
  const known = attemptDeadlineSeconds === null ? {} : { default: attemptDeadlineSeconds }
  return {
    integratorUrl: read({ ...orNull(settings.INTEGRATOR_URL), default: integratorUrl }),
    timeoutMs: read(settings.INTEGRATOR_TIMEOUT_MS),
    deadlineMs: 1_000 * read({ ...deadline, ...known }),
    cooldownMs: 1_000 * read(settings.SMS_COOLDOWN_SECONDS),
  }
}
