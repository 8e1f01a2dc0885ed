import { once } from 'node:events'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { ConfigurationError, settingsFrom } from '#kernel/platform/settings/read.ts'
import { withStores } from './stores.ts'

try {
  await withStores(settingsFrom(process.env), async (stores) => {
    process.stdout.write(jsonLine(stores))
    process.stdin.resume()
    await Promise.race([
      once(process.stdin, 'end'),
      once(process, 'SIGINT'),
      once(process, 'SIGTERM'),
    ])
  })
  process.exit(0)
} catch (error) {
  const isPlain = error instanceof CommandError || error instanceof ConfigurationError
  process.stderr.write(`${isPlain ? error.message : String(error)}\n`)
  process.exit(1)
}
