import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { asksFor } from '#kernel/events/webhook-endpoint.ts'
import { CommandError, command, type Terminal } from '#kernel/platform/cli/command.ts'
import { findSystem, type SystemAddress } from '#kernel/platform/cli/find-system.ts'
import { interrupted } from '#kernel/platform/cli/interrupted.ts'
import { dateOption } from '#kernel/platform/cli/options.ts'
import { afterEachRest } from '#kernel/platform/waiting/every.ts'
import { keepGoing } from '#kernel/platform/waiting/keep-going.ts'
import { publicEventTypes } from '#publishing/events/public-event-types.ts'
import { onSystem } from '../on-webhooks.ts'
import { shownSecret } from '../sending/signature.ts'
import { firstPlace, type Listening, listen, listenerSecret, type Reached } from './listen.ts'
import { type Printing, printingTo } from './printing.ts'

const LONGEST_PAUSE_MS = 1_000
const LOOK_EVERY_MS = 500

export const listenCommand = command(
  'listen',
  (declared) =>
    declared
      .description(
        'Shows the public events as they come, and forwards each to a program on this machine, signed as webhooks are, until Ctrl-C. No endpoint is recorded.',
      )
      .addOption(
        new Option('--forward-to <url>', 'POST each event to this address').argParser(
          addressOption,
        ),
      )
      .option(
        '--events <types>',
        'only these, separated by commas: sarraf.invoice.*',
        typesOption,
        ['*'],
      )
      .option('--company <id>', 'only the events of this company')
      .option('--since <date>', 'first the events from this date-time on', dateOption)
      .option('--json', 'each event as a JSON line')
      .option('--print-secret', 'print the secret that signs, and end'),
  async ({ options }, terminal) => {
    const { forwardTo, events, company = null, since = null, json = false } = options
    if (options.printSecret === true) return printSecret(terminal)
    const stop = interrupted()
    const print = printingTo(terminal, { isJson: json, stop, forwards: forwardTo !== undefined })
    const listening = {
      eventTypes: events,
      companyId: company,
      since,
      url: forwardTo ?? 'http://localhost',
      heard: print.heard,
      unreadable: print.unreadable,
      stop,
    }
    await whereverItRuns(terminal, listening, print)
    return 0
  },
)

function printSecret({ environment, stdout }: Terminal): Promise<number> {
  return onSystem(findSystem(environment, 'webhooks'), async (system) => {
    stdout.write(`${shownSecret(listenerSecret(system))}\n`)
    return 0
  })
}

/** A system that was started again has other addresses, and the same log. */
async function whereverItRuns(terminal: Terminal, listening: Listening, print: Printing) {
  const { stop } = listening
  let reached: Reached | undefined
  await keepGoing({
    stop,
    longestPauseMs: LONGEST_PAUSE_MS,
    async attempt() {
      const address = findSystem(terminal.environment, 'webhooks')
      const moved = new AbortController()
      try {
        const hasMoved = movedFrom(address, terminal, moved.signal)
        hasMoved.catch(() => undefined)
        await onSystem(address, async (system) => {
          // Whoever reads that it listens may record an event at once.
          reached ??= { place: await firstPlace(system, listening) }
          print.listening({ ...listening, secret: shownSecret(listenerSecret(system)) })
          await listen(system, listening, { reached, ends: [hasMoved] })
        })
      } finally {
        moved.abort()
      }
      return 'again'
    },
    failed(error) {
      if (reached === undefined) throw error
      print.waitingForSystem()
      return undefined
    },
  })
}

/** Rejects when the system has ended or has other addresses. */
const movedFrom = (
  { eventStoreUrl }: SystemAddress,
  { environment }: Terminal,
  signal: AbortSignal,
) =>
  afterEachRest(LOOK_EVERY_MS, signal, async () => {
    if (findSystem(environment, 'webhooks').eventStoreUrl !== eventStoreUrl) {
      throw new CommandError('The system was started again.')
    }
  })

function addressOption(given: string): string {
  const url = URL.parse(given)
  if (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === ''
  ) {
    return url.href
  }
  throw new InvalidArgumentError(
    'It must start with http:// or https://, without user and password.',
  )
}

function typesOption(given: string): readonly string[] {
  const types = given.split(',').map((one) => one.trim())
  for (const one of types) {
    if (publicEventTypes().some((type) => asksFor(one, type))) continue
    throw new InvalidArgumentError(`There is no event ${one}: docs/events.md has all types.`)
  }
  return types
}
