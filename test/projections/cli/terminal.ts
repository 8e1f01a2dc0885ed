import { PassThrough } from 'node:stream'
import type { CliCommand } from '#kernel/platform/cli/command.ts'
import type { LoginRole } from '#kernel/platform/database/roles.ts'
import type { Dealer } from '../dealer.ts'

/** Runs a command as a person would; what is printed, and the exit code. */
export function terminalOf(
  { databases, eventStoreUrl, vaultKey }: Pick<Dealer, 'databases' | 'eventStoreUrl' | 'vaultKey'>,
  role: LoginRole = 'projections',
) {
  return async (command: CliCommand, ...parameters: readonly string[]) => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()]
    const exitCode = await command.run(parameters, {
      environment: {
        DATABASE_URL: databases[role],
        EVENTSTORE_URL: eventStoreUrl,
        VAULT_KEY: vaultKey.toString('hex'),
      },
      stdin: new PassThrough(),
      stdout,
      stderr,
    })
    const line: unknown = JSON.parse(String(stdout.read()))
    return { exitCode, line, told: String(stderr.read() ?? '') }
  }
}
