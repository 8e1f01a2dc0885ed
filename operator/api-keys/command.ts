import { Argument } from '@commander-js/extra-typings'
import { command, type Terminal, WrongUsage } from '#kernel/platform/cli/command.ts'
import { withSystem } from '#kernel/platform/cli/connections.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { writtenMomentOption } from '#kernel/platform/cli/options.ts'
import { waitUntilShown } from '../import/wait-until-shown.ts'
import { createKey } from './create.ts'
import { disableKey } from './disable.ts'

interface Options {
  readonly company?: string | undefined
  readonly user?: string | undefined
  readonly rights?: string | undefined
  readonly validUntil?: string | undefined
}

export const apiKeyCommand = command(
  'api-key',
  (declared) =>
    declared
      .description('Makes a key, whose secret is printed once, or ends one.')
      .addArgument(new Argument('<action>').choices(['create', 'disable']))
      .argument('[user]', 'the user whose key ends')
      .option('--company <id>', 'the company that the new key belongs to')
      .option('--user <name>', 'the name of the new user; one that exists gets a new secret')
      .option(
        '--rights <list>',
        'what it may do, separated by commas; * is all but audit and console',
      )
      .option(
        '--valid-until <date>',
        'a date with its time and zone; a year from now if not given',
        writtenMomentOption,
      ),
  async ({ args: [action, user], options }, terminal) => {
    const work = action === 'create' ? creating(options, terminal) : disabling(user, terminal)
    return withSystem(findSystem(terminal.environment, 'command'), async (system) => {
      const standsAt = await work(system)
      if (standsAt === undefined) return 1
      await waitUntilShown(system, standsAt)
      return 0
    })
  },
)

const creating = ({ company, user, rights, validUntil }: Options, terminal: Terminal) => {
  if (company === undefined) throw new WrongUsage('--company is needed')
  const key = { companyId: company, user, rights: rights?.split(','), validUntil }
  return createKey(key, terminal)
}

const disabling = (user: string | undefined, terminal: Terminal) => {
  if (user === undefined) throw new WrongUsage('the user is needed')
  return disableKey(user, terminal)
}
