import { CommandError, command } from '#kernel/platform/cli/command.ts'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import { diagnose } from '../diagnose.ts'
import { prepareUser } from './prepare-user.ts'

export const prepareUserCommand = command(
  'prepare',
  (declared) =>
    declared.description(
      'Makes the user EVENTSTORE_USER in the EventStoreDB at EVENTSTORE_URL, which must be the address of an administrator, and lets it read the log. It can be run again at any time, also while the system runs.',
    ),
  async (_, { environment, stdout }) => {
    const read = settingsFrom(environment)
    const url = read(settings.EVENTSTORE_URL)
    const name = read(settings.EVENTSTORE_USER)
    const finding = await diagnose(url)
    if (finding !== undefined) throw new CommandError(`EVENTSTORE_URL: ${finding}`)
    await prepareUser(url, { name, password: read(settings.EVENTSTORE_PASSWORD) })
    stdout.write(`The event store knows ${name}.\n`)
    return 0
  },
)
