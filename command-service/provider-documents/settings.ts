import type { SystemAddress } from '#kernel/platform/cli/find-system.ts'
import { type Environment, settingsFrom } from '#kernel/platform/config.ts'

/** The command service's own settings: the same variables, or what a running system tells of them. */
export interface ProviderSettings {
  /** Null when nobody has said where the integrator is: companies may have addresses of their own. */
  readonly integratorUrl: string | null
  readonly timeoutMs: number
  readonly deadlineMs: number
  readonly cooldownMs: number
}

export function providerSettings(
  environment: Environment,
  { integratorUrl, attemptDeadlineSeconds }: SystemAddress,
): ProviderSettings {
  const settings = settingsFrom(environment)
  const seconds = (name: string, fallback: number) =>
    1_000 * settings.integer(name, { default: fallback, minimum: 0, maximum: 86_400 })
  return {
    integratorUrl: settings.url('INTEGRATOR_URL', {
      protocols: ['http:', 'https:'],
      default: integratorUrl,
    }),
    timeoutMs: settings.integer('INTEGRATOR_TIMEOUT_MS', {
      default: 15_000,
      minimum: 1,
      maximum: 600_000,
    }),
    deadlineMs: seconds('ATTEMPT_DEADLINE_SECONDS', attemptDeadlineSeconds ?? 60),
    cooldownMs: seconds('SMS_COOLDOWN_SECONDS', 60),
  }
}
