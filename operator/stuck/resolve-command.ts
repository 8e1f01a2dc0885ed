import { Option } from '@commander-js/extra-typings'
import type { OperatorDecision, Resolution } from '#command/provider-documents/resolve.ts'
import { Rejection } from '#kernel/domain/rejection.ts'
import { CommandError, command, type Terminal, WrongUsage } from '#kernel/platform/cli/command.ts'
import { withSystem } from '#kernel/platform/cli/connections.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { waitForReadModels } from '../catch-up.ts'
import { documentKinds } from './kinds.ts'
import { type OperatorDependencies, operatorDependencies } from './operator-dependencies.ts'
import { providerSettings } from './settings.ts'

const LONGEST_REASON = 500
const OFFICIAL_NUMBER = /^[A-Z0-9]{3}20[0-9]{11}$/
const DOCUMENT = /^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

const outcomes = ['accepted', 'never-arrived'] as const

export const resolveCommand = command(
  'resolve',
  (declared) =>
    declared
      .description('Settles the outcome of one document; the provider is asked first.')
      .argument('<document>', "the document's id or its uuid")
      .addOption(
        new Option('--as <outcome>', 'what became of it').choices(outcomes).makeOptionMandatory(),
      )
      .requiredOption('--reason <text>', 'what you found out')
      .option('--number <number>', 'the official number of an accepted document')
      .option(
        '--without-fence',
        'for a document that never arrived, when the provider cannot be reached',
      ),
  ({ args: [document], options }, terminal) => {
    const order = orderOf(document, options)
    const address = findSystem(terminal.environment, 'command')
    const settings = providerSettings(terminal.environment, address)
    return withSystem(address, async (system) =>
      resolve(await operatorDependencies(system, settings), order, terminal),
    )
  },
)

async function resolve(
  dependencies: OperatorDependencies,
  order: OperatorDecision,
  { stdout, stderr }: Terminal,
): Promise<number> {
  for (const { name: kind, resolve: resolveOne } of documentKinds) {
    const resolution = await resolveOne(dependencies, order).catch(refuse)
    if (resolution === undefined) continue
    await waitForReadModels(dependencies.system.pool, resolution.position, {
      done: 'The decision is recorded, but not shown',
    })
    stdout.write(jsonLine(summaryOf(kind, order, resolution)))
    const { isLeftOpenBy } = resolution
    if (isLeftOpenBy === null) return 0
    stderr.write(`${isLeftOpenBy}\n`)
    return 1
  }
  throw new CommandError(`There is no document ${order.document}.`)
}

/** A decision that the rules forbid is refused in one line. */
function refuse(error: unknown): never {
  if (!(error instanceof Rejection)) throw error
  throw new CommandError(error.message, { cause: error })
}

const summaryOf = (
  kind: string,
  { resolvedAs }: OperatorDecision,
  { id, companyId, uuid, decidedBy, state, officialNumber, serial, number }: Resolution,
) => {
  const as = resolvedAs === 'accepted' ? 'accepted' : 'never-arrived'
  return { id, kind, companyId, uuid, as, decidedBy, state, officialNumber, serial, number }
}

interface Options {
  readonly as: (typeof outcomes)[number]
  readonly reason: string
  readonly number?: string | undefined
  readonly withoutFence?: boolean | undefined
}

function orderOf(
  document: string,
  { as, reason, number, withoutFence = false }: Options,
): OperatorDecision {
  if (number !== undefined && as !== 'accepted') {
    throw new WrongUsage('--number is for an accepted document')
  }
  if (withoutFence && as === 'accepted') {
    throw new WrongUsage('--without-fence is for a document that never arrived')
  }
  return {
    document: checked('DOCUMENT', document.toLowerCase(), {
      isRight: DOCUMENT.test(document.toLowerCase()),
      must: "be a document's id or its uuid",
    }),
    resolvedAs: as === 'accepted' ? 'accepted' : 'neverArrived',
    reason: reasonIn(reason),
    number: number === undefined ? null : officialNumber(number),
    withoutFence,
  }
}

const officialNumber = (number: string) =>
  checked('--number', number, {
    isRight: OFFICIAL_NUMBER.test(number),
    must: 'be an official number, as ABC2026000000001',
  })

function reasonIn(text: string): string {
  const reason = text.trim()
  const isRight = reason.length > 0 && reason.length <= LONGEST_REASON
  return checked('--reason', reason, { isRight, must: `have 1 to ${LONGEST_REASON} characters` })
}

function checked(
  name: string,
  value: string,
  { isRight, must }: { isRight: boolean; must: string },
): string {
  if (isRight) return value
  throw new CommandError(`${name} must ${must}.`)
}
