import { reportFindings } from '#kernel/platform/checks/finding.ts'
import { command } from '#kernel/platform/cli/command.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { eventStoreFindings } from '#kernel/platform/event-store/check/findings.ts'
import { isGiven, settingsFrom } from '#kernel/platform/settings/read.ts'
import { settings } from '#kernel/platform/settings/settings.ts'

export const checkCommand = command(
  'check',
  (declared) =>
    declared
      .description(
        'Looks at the event store of EVENTSTORE_URL, or of the system in DATA_DIR: its nodes, their certificates and addresses, the rights of the user, the clock, the times. Writes nothing. Exit code 1 if something does not work.',
      )
      .option('--json', 'one JSON object on the last line'),
  async ({ options: { json = false } }, { environment, stdout }) => {
    const { EVENTSTORE_URL } = settings
    const url = isGiven(environment, EVENTSTORE_URL)
      ? settingsFrom(environment)(EVENTSTORE_URL)
      : findSystem(environment, 'command').eventStoreUrl
    return reportFindings(eventStoreFindings(url), stdout, { json })
  },
)
