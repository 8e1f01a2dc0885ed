import { readCommandSettings } from '#command/settings.ts'
import { settingsFrom } from '#kernel/platform/settings/read.ts'

const PROVIDER_TIMEOUT_MS = 2_000

const UNUSED = 'https://simulated.example'

export const settings = readCommandSettings(
  settingsFrom({
    DATABASE_URL: 'postgres://simulated/sarraf',
    EVENTSTORE_URL: 'esdb://simulated:2113',
    VAULT_KEY: '0'.repeat(64),
    INTEGRATOR_URL: UNUSED,
    KMTS_URL: UNUSED,
    BANK_GATEWAY_URL: UNUSED,
    TAXPAYER_REGISTRY_URL: UNUSED,
    INTEGRATOR_TIMEOUT_MS: `${PROVIDER_TIMEOUT_MS}`,
    KMTS_TIMEOUT_MS: `${PROVIDER_TIMEOUT_MS}`,
    ATTEMPT_DEADLINE_SECONDS: '5',
    SMS_COOLDOWN_SECONDS: '1',
    SMS_PER_PHONE_HOUR: '0',
    SMS_PER_PHONE_DAY: '0',
  }),
)

/** How long a call at the integrator counts as running, and how soon another SMS may follow. */
export const patience = {
  deadlineMs: settings.attemptDeadlineMs,
  cooldownMs: settings.smsCooldownMs,
}
