import { command } from '#kernel/platform/cli/command.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { pinsFrom } from '#kernel/platform/log-chain/pins.ts'
import { rebuildChain } from '#kernel/platform/log-chain/rebuild.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { withSystem } from './system.ts'

export const rebuildChainCommand = command(
  'rebuild-chain',
  (declared) =>
    declared
      .description(
        'Computes the hash chain again from the log if the log has every head of the witness; otherwise changes nothing (exit 1). The output is one JSON object.',
      )
      .requiredOption('--witness <file>', 'signed heads that were kept outside the database')
      .option('--key <public>', 'the key that must have signed them'),
  async ({ options }, { environment, stdout }) => {
    const { heads } = await pinsFrom(options)
    const rebuilt = await withSystem(environment, async (system) => {
      const { databaseUrl, eventStore } = system
      const pool = openPool(databaseUrl, {
        logger: silentLogger,
        // One holds the transaction, one reads the chain as it was.
        max: 2,
        name: 'sarraf rebuild chain',
      })
      try {
        return await rebuildChain({ pool, eventStore }, heads)
      } finally {
        await pool.end()
      }
    })
    stdout.write(jsonLine(rebuilt))
    return 0
  },
)
