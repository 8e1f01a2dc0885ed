import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { webhooksCommand } from '#publishing/webhooks/command.ts'
import type { Dealer } from '#test/projections/dealer.ts'

/** Runs `operator -- webhooks` as a person would; gives the lines that it prints. */
export const webhooksOf =
  (dealer: Pick<Dealer, 'databases' | 'eventStoreUrl' | 'vaultKey'>) =>
  async (...parameters: readonly string[]) => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()]
    const reading = text(stdout)
    const exitCode = await webhooksCommand.run(parameters, {
      environment: {
        DATABASE_URL: dealer.databases.webhooks,
        EVENTSTORE_URL: dealer.eventStoreUrl,
        VAULT_KEY: dealer.vaultKey.toString('hex'),
      },
      stdin: new PassThrough(),
      stdout,
      stderr,
    })
    expect([exitCode, stderr.read()]).toEqual([0, null])
    stdout.end()
    return (await reading).split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
  }
