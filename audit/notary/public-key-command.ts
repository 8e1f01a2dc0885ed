import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, command } from '#kernel/platform/cli/command.ts'
import { notaryKey } from '#kernel/platform/log-chain/signed-head.ts'
import { witnessIn } from '#kernel/platform/log-chain/witness.ts'
import { type Environment, isGiven, settingsFrom } from '#kernel/platform/settings/read.ts'
import { orNull } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import { witnessFile } from './adopt-command.ts'

export const publicKeyCommand = command(
  'public-key',
  (declared) =>
    declared.description(
      "Prints the notary's public key, from NOTARY_KEY or its witness. Run it where the notary runs: the database is not asked, because a key from there would prove nothing about it.",
    ),
  async (_, { environment, stdout }) => {
    const seed = seedIn(environment)
    const last = seed === null ? await witnessIn(witnessFile(environment)).last() : undefined
    const publicKey = seed === null ? last?.publicKey : notaryKey(seed).publicKey
    if (publicKey === undefined) {
      throw new CommandError(
        'No key of a notary is here: set NOTARY_KEY or NOTARY_WITNESS, or name the folder of the system in DATA_DIR.',
      )
    }
    stdout.write(`${publicKey}\n`)
    return 0
  },
)

/** The key that the environment gives, or that `npm start` keeps in its folder; null if there is none. */
function seedIn(environment: Environment): Buffer | null {
  const read = settingsFrom(environment)
  if (isGiven(environment, settings.NOTARY_KEY)) return read(orNull(settings.NOTARY_KEY))
  const kept = contentOf(join(read(settings.DATA_DIR), 'notary.key'))
  return kept === null ? null : Buffer.from(kept.trim(), 'hex')
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
