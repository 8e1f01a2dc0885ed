import { command } from '../cli/command.ts'
import { settingsFrom } from '../settings/read.ts'
import { orNull } from '../settings/setting.ts'
import { settings } from '../settings/settings.ts'
import { prepareDatabase } from './prepare.ts'

export const prepareCommand = command(
  'prepare',
  (declared) =>
    declared.description(
      'Makes the roles, the shared tables and the rights of each role in the database at DATABASE_URL, which must be the address of an administrator, and destroys the keys of DESTROYED_KEYS again in a restored one. With VAULT_KEY it refuses the vault of another key. It can be run again at any time, also while the system runs.',
    ),
  async (_, { environment, stdout }) => {
    const read = settingsFrom(environment)
    const password = (name: keyof typeof settings & `DATABASE_PASSWORD_${string}`) =>
      read(orNull(settings[name])) ?? undefined
    const passwords = {
      command: password('DATABASE_PASSWORD_COMMAND'),
      query: password('DATABASE_PASSWORD_QUERY'),
      projections: password('DATABASE_PASSWORD_PROJECTIONS'),
      auditor: password('DATABASE_PASSWORD_AUDITOR'),
      webhooks: password('DATABASE_PASSWORD_WEBHOOKS'),
      feed: password('DATABASE_PASSWORD_FEED'),
      eventStore: password('DATABASE_PASSWORD_EVENT_STORE'),
    }
    const destroyed = await prepareDatabase(read(settings.DATABASE_URL), passwords, {
      destroyedKeys: read(orNull(settings.DESTROYED_KEYS)),
      vaultKey: read(orNull(settings.VAULT_KEY)),
    })
    stdout.write('The database is prepared.\n')
    if (destroyed > 0) {
      stdout.write(
        `It was from before an erasure: ${destroyed} keys are destroyed again, and the read models are rebuilt.\n`,
      )
    }
    return 0
  },
)
