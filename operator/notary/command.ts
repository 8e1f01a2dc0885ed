import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, command, commandGroup } from '#kernel/platform/cli/command.ts'
import { withSystem } from '#kernel/platform/cli/connections.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { notaryKey } from '#kernel/platform/log-chain/signed-head.ts'
import { witnessIn } from '#kernel/platform/log-chain/witness.ts'
import { type Environment, isGiven, settingsFrom } from '#kernel/platform/settings/read.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import { witnessFileOf } from '../backup/command.ts'
import { newKeyIn } from '../new-key.ts'
import { succeed } from './succeed.ts'

const rotateCommand = command(
  'rotate',
  (declared) =>
    declared
      .description(
        'Signs a new key of the notary with the present one (NOTARY_KEY, or notary.key of DATA_DIR), in the log and in the witness. Run it where the notary runs. When it is interrupted, run it again with the same file.',
      )
      .requiredOption('--new-key-file <file>', 'the new key; it is made if there is no such file')
      .option('--witness <file>', 'by default NOTARY_WITNESS, or that of DATA_DIR'),
  async ({ options }, { environment, stdout, stderr }) => {
    const file = options.witness ?? witnessFileOf(environment)
    if (file === null || !existsSync(file)) {
      throw new CommandError('The witness is not here: run this where the notary runs.')
    }
    const key = notaryKey(presentKey(environment))
    const successor = notaryKey(newKeyIn(options.newKeyFile))
    await withSystem(findSystem(environment, 'command'), (system) =>
      succeed(
        system,
        { key, successor },
        {
          witness: witnessIn(file),
          file,
          commandId: randomUUID(),
        },
      ),
    )
    const { keyId, publicKey } = successor
    stdout.write(jsonLine({ keyId, publicKey, follows: key.publicKey }))
    stderr.write(
      'Next: give the projections the new key as NOTARY_KEY (with npm start: notary.key of DATA_DIR), restart them, and tell the auditors the new publicKey. A verification accepts either key.\n',
    )
    return 0
  },
)

export const notaryCommand = commandGroup('notary', 'Replaces the key that signs the hash chain.', [
  rotateCommand,
])

function presentKey(environment: Environment): Buffer {
  if (isGiven(environment, settings.NOTARY_KEY)) {
    return settingsFrom(environment)(settings.NOTARY_KEY)
  }
  const file = join(settingsFrom(environment)(settings.DATA_DIR), 'notary.key')
  if (!existsSync(file)) throw new CommandError('The present key is needed: set NOTARY_KEY.')
  return settingsFrom({ NOTARY_KEY_FILE: file })(settings.NOTARY_KEY)
}
