import { ConfigurationError } from '#kernel/platform/config.ts'
import { EventStoreUnavailable } from '#kernel/platform/event-store/event-store.ts'
import { type Command, type Terminal, WrongUsage } from './command.ts'
import { importCommand } from './import/command.ts'
import { OperatorError } from './operator-error.ts'
import { sanctionsCommand } from './sanctions/command.ts'
import { resolveCommand } from './stuck/resolve-command.ts'
import { stuckCommand } from './stuck/stuck-command.ts'

const commands: Readonly<Record<string, Command>> = {
  import: importCommand,
  sanctions: sanctionsCommand,
  stuck: stuckCommand,
  resolve: resolveCommand,
}

const usage = () =>
  [
    'Usage: npm run operator -- COMMAND',
    '',
    ...Object.entries(commands).flatMap(([name, { parameters, does }]) => [
      `  ${name} ${parameters}`.trimEnd(),
      `      ${does}`,
    ]),
    '',
    'A running system is found through DATA_DIR (default .data), or through DATABASE_URL,',
    'EVENTSTORE_URL and VAULT_KEY when all three are set.',
    '',
  ].join('\n')

async function main([name = '', ...parameters]: readonly string[], terminal: Terminal) {
  if (['help', '--help', '-h'].includes(name)) {
    terminal.stdout.write(usage())
    return 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  try {
    if (command !== undefined) return await command.run(parameters, terminal)
  } catch (error) {
    if (!(error instanceof WrongUsage)) {
      terminal.stderr.write(`${explained(error)}\n`)
      return 1
    }
  }
  terminal.stderr.write(usage())
  return 1
}

function explained(error: unknown): string {
  if (error instanceof OperatorError || error instanceof ConfigurationError) return error.message
  if (error instanceof EventStoreUnavailable) {
    return 'The event store does not answer. What was done so far stays; the command can be repeated.'
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

// Whoever read the output may be gone; the command goes on to its end.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)
process.exitCode = await main(process.argv.slice(2), {
  environment: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
})
