import { command } from '../cli/command.ts'
import { settingsFrom } from '../settings/read.ts'
import { orNull } from '../settings/setting.ts'
import { settings } from '../settings/settings.ts'
import { prepareDatabase } from './prepare.ts'

export const prepareCommand = command(
  'prepare',
  (declared) =>
    declared.description(
      'Makes the roles, the shared tables and the rights of each role in the database at DATABASE_URL, which must be the address of an administrator. It can be run again at any time, also while the system runs.',
    ),
  async (_, { environment, stdout }) => {
    const read = settingsFrom(environment)
    const password = (name: keyof typeof settings & `DATABASE_PASSWORD_${string}`) =>
      read(orNull(settings[name])) ?? undefined
    await prepareDatabase(read(settings.DATABASE_URL), {
      command: password('DATABASE_PASSWORD_COMMAND'),
      query: password('DATABASE_PASSWORD_QUERY'),
      projections: password('DATABASE_PASSWORD_PROJECTIONS'),
      auditor: password('DATABASE_PASSWORD_AUDITOR'),
      eventStore: password('DATABASE_PASSWORD_EVENT_STORE'),
    })
    stdout.write('The database is prepared.\n')
    return 0
  },
)
