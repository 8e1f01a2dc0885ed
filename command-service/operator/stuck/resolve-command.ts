import { parseArgs } from 'node:util'
import { OperatorError } from '#command/event-sourcing/operator-error.ts'
import type { Order, Resolution, Tools } from '#command/provider-documents/document-kind.ts'
import { providerSettings } from '#command/provider-documents/settings.ts'
import { toolsFor } from '#command/provider-documents/tools.ts'
import { type Command, type Terminal, WrongUsage } from '#kernel/platform/cli/command.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { silentLogger } from '#kernel/platform/logger.ts'
import { followReadProgress } from '#kernel/platform/read-progress.ts'
import { type System, withSystem } from '../connect.ts'
import { LOOK_AGAIN_MS, untilNobodyIsBehind } from '../until-nobody-is-behind.ts'
import { documentKinds } from './kinds.ts'

const STANDSTILL_MS = 30_000
const LONGEST_REASON = 500
const OFFICIAL_NUMBER = /^[A-Z0-9]{3}20[0-9]{11}$/
const DOCUMENT = /^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export const resolveCommand: Command = {
  parameters: 'DOCUMENT --as accepted|never-arrived --reason TEXT',
  does: 'settles one of them (--number of an accepted one; --without-fence if the provider is gone)',
  run: async (parameters, terminal) => {
    const order = orderIn(parameters)
    const address = findSystem(terminal.environment)
    const settings = providerSettings(terminal.environment, address)
    return withSystem(address, (system) => resolve(toolsFor(system, settings), order, terminal))
  },
}

async function resolve(tools: Tools, order: Order, { stdout, stderr }: Terminal): Promise<number> {
  for (const { name: kind, resolve: resolveOne } of documentKinds) {
    const resolution = await resolveOne(tools, order)
    if (resolution === undefined) continue
    await untilShown(tools.system, resolution.position)
    stdout.write(`${JSON.stringify(told(kind, order, resolution))}\n`)
    const { isLeftOpenBy } = resolution
    if (isLeftOpenBy === null) return 0
    stderr.write(`${isLeftOpenBy}\n`)
    return 1
  }
  throw new OperatorError(`There is no document ${order.document}.`)
}

const told = (
  kind: string,
  { resolvedAs }: Order,
  { id, companyId, uuid, decidedBy, state, officialNumber, serial, number }: Resolution,
) => {
  const as = resolvedAs === 'accepted' ? 'accepted' : 'never-arrived'
  return { id, kind, companyId, uuid, as, decidedBy, state, officialNumber, serial, number }
}

async function untilShown({ databaseUrl }: System, position: LogPosition): Promise<void> {
  const readModels = followReadProgress({ databaseUrl, logger: silentLogger })
  const whoIsBehind = async () =>
    (await readModels.waitFor(position, LOOK_AGAIN_MS))
      ? []
      : [{ name: 'read models', position: readModels.position() }]
  try {
    await untilNobodyIsBehind(whoIsBehind, {
      standstillMs: STANDSTILL_MS,
      recorded: 'The decision is recorded, but not shown',
    })
  } finally {
    await readModels.close()
  }
}

const ways: ReadonlyMap<unknown, Order['resolvedAs']> = new Map([
  ['accepted', 'accepted'],
  ['never-arrived', 'neverArrived'],
] as const)

function orderIn(parameters: readonly string[]): Order {
  const { values, positionals } = parsed(parameters)
  const [document, ...others] = positionals
  const resolvedAs = ways.get(values.as)
  if (document === undefined || others.length > 0 || resolvedAs === undefined)
    throw new WrongUsage()
  const { number = null, 'without-fence': withoutFence = false } = values
  const isAccepted = resolvedAs === 'accepted'
  if ((number !== null && !isAccepted) || (withoutFence && isAccepted)) throw new WrongUsage()
  return {
    document: checked('DOCUMENT', document.toLowerCase(), {
      isRight: DOCUMENT.test(document.toLowerCase()),
      must: "be a document's id or its uuid",
    }),
    resolvedAs,
    reason: reasonIn(values.reason),
    number: number === null ? null : officialNumber(number),
    withoutFence,
  }
}

const officialNumber = (number: string) =>
  checked('--number', number, {
    isRight: OFFICIAL_NUMBER.test(number),
    must: 'be an official number, as ABC2026000000001',
  })

function reasonIn(text: string | undefined): string {
  if (text === undefined) throw new WrongUsage()
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
  throw new OperatorError(`${name} must ${must}.`)
}

const text = { type: 'string' } as const
const options = {
  as: text,
  reason: text,
  number: text,
  'without-fence': { type: 'boolean' },
} as const

function parsed(parameters: readonly string[]) {
  try {
    return parseArgs({ args: [...parameters], allowPositionals: true, options })
  } catch (error) {
    throw new WrongUsage('unknown option', { cause: error })
  }
}
