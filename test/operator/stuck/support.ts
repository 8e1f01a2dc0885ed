import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type CliCommand, CommandError } from '#kernel/platform/cli/command.ts'
import type { Environment } from '#kernel/platform/settings/read.ts'
import { resolveCommand } from '#operator/stuck/resolve-command.ts'
import { stuckCommand } from '#operator/stuck/stuck-command.ts'
import { electronicDealer, fault, HASTE, newDraft, untilCode } from '#test/support/sellers.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { type Dealer, recordId } from '#test/support/system-dealer.ts'
import { fromBank } from '#test/support/vouchers.ts'

/** Calls time out soon, but the recovery leaves open documents to the test. */
export const PATIENT = { ...HASTE, ATTEMPT_DEADLINE_SECONDS: '60' }
export const REASON = 'Asked the provider on the phone.'

const StuckLine = Compile(
  Type.Object(
    {
      id: Type.String(),
      kind: Type.String(),
      companyId: Type.String(),
      uuid: Type.String(),
      state: Type.String(),
      since: Type.String({ format: 'date-time' }),
      ageSeconds: Type.Integer({ minimum: 0 }),
      attempts: Type.Array(
        Type.Object(
          {
            attemptId: Type.String(),
            step: Type.String(),
            startedAt: Type.String({ format: 'date-time' }),
            outcome: Type.String(),
            errorCode: Type.Union([Type.String(), Type.Null()]),
          },
          { additionalProperties: false },
        ),
      ),
    },
    { additionalProperties: false },
  ),
)

export const environmentOf = (
  { databases, eventStoreUrl, vaultKey, sandboxUrl }: SystemAddresses,
  changes: Environment = {},
): Environment => ({
  DATABASE_URL: databases.command,
  EVENTSTORE_URL: eventStoreUrl,
  VAULT_KEY: vaultKey,
  INTEGRATOR_URL: sandboxUrl,
  ...PATIENT,
  ...changes,
})

/** Runs a command as the operator does; what it cannot do stands on standard error. */
export async function run(
  command: CliCommand,
  parameters: readonly string[],
  environment: Environment,
) {
  const stdout = new PassThrough()
  const stderr = new PassThrough()
  const terminal = { environment, stdin: new PassThrough(), stdout, stderr }
  const exitCode = await command.run(parameters, terminal).catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error
    stderr.write(`${error.message}\n`)
    return 1
  })
  stdout.end()
  stderr.end()
  return { exitCode, stdout: await text(stdout), stderr: await text(stderr) }
}

/** What is stuck, of one document. */
export async function stuckOf(system: SystemAddresses, id: string, changes: Environment = {}) {
  const { stdout } = await run(stuckCommand, [], environmentOf(system, changes))
  const lines = stdout.split('\n').filter((line) => line !== '')
  return lines.map((line) => StuckLine.Parse(JSON.parse(line))).find((line) => line.id === id)
}

export interface ResolveOptions {
  readonly as: 'accepted' | 'never-arrived'
  readonly more?: readonly string[]
  readonly environment?: Environment
}

/** Gives the line that was printed, or what was refused. */
export async function resolve(
  system: SystemAddresses,
  document: string,
  { as, more = [], environment = {} }: ResolveOptions,
) {
  const parameters = [document, '--as', as, '--reason', REASON, ...more]
  const ran = await run(resolveCommand, parameters, environmentOf(system, environment))
  const printed: unknown = ran.stdout === '' ? undefined : JSON.parse(ran.stdout)
  return { exitCode: ran.exitCode, printed, said: ran.stderr.trim() }
}

const dealers = new WeakMap<SystemAddresses, ReturnType<typeof electronicDealer>>()

/** One for a whole system: to import one for each document takes its time. */
function dealerOf(system: SystemAddresses) {
  const dealer = dealers.get(system) ?? electronicDealer(system)
  dealers.set(system, dealer)
  return dealer
}

/** A document whose submission meets a fault, so that its outcome is unknown. */
export async function unknownDocument(
  system: SystemAddresses,
  mode: 'timeout' | 'accept-then-timeout' | 'reject-then-timeout',
  of?: Dealer,
) {
  const dealer = of ?? (await dealerOf(system))
  const draft = await newDraft(system, dealer)
  const code = await untilCode(draft)
  await fault(system, 'voucher.submit', mode)
  await draft.confirm(code)
  return { dealer, draft, code, uuid: await uuidOf(draft) }
}

/** A prepared draft for a bank transaction, whose account can become passive. */
export async function draftFromBank(system: SystemAddresses) {
  const dealer = await dealerOf(system)
  const accountId = recordId()
  const turn = (active: boolean) =>
    dealer.import({ kind: 'bankAccount', data: { id: accountId, name: 'Kasa', active } })
  await turn(true)
  const transaction = await dealer.transaction({ accountId })
  const draft = await newDraft(system, dealer, { ...fromBank(transaction), amount: undefined })
  const code = await untilCode(draft)
  return { dealer, turn, transaction, draft, code, uuid: await uuidOf(draft) }
}

/** A document whose deletion met a fault at the provider, which does not answer. */
export async function halfDeleted(system: SystemAddresses) {
  const made = await draftFromBank(system)
  await fault(system, 'voucher.cancel', 'timeout')
  await made.draft.delete()
  return made
}

async function uuidOf(draft: Awaited<ReturnType<typeof newDraft>>): Promise<string> {
  const { eDocument } = await draft.detail()
  return eDocument?.uuid ?? 'no uuid'
}
