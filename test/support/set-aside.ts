import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { bankCommand } from '#operator/bank/command.ts'
import { newBankCustomer } from './banks.ts'
import { littleBank } from './little-bank.ts'
import type { SystemAddresses } from './system.ts'
import { withLog } from './with-log.ts'

const text24 = Type.String({ pattern: '^[0-9a-f]{24}$' })
const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

const Line = Compile(
  Type.Object(
    {
      id: text24,
      companyId: text24,
      accountId: text24,
      stamp: nullable(Type.String()),
      reason: Type.Enum(['unreadable', 'contradicts']),
      faults: Type.Array(Type.Object({ member: Type.String(), rule: Type.String() })),
      incoming: nullable(Type.Boolean()),
      transactionDate: nullable(Type.String({ format: 'date-time' })),
      amount: nullable(Type.String()),
      currency: nullable(Type.String()),
      setAsideAt: Type.String({ format: 'date-time' }),
      state: Type.Enum(['open', 'recorded', 'dismissed']),
      decidedAt: nullable(Type.String({ format: 'date-time' })),
      transactionId: nullable(text24),
      dismissedFor: nullable(Type.String()),
      booking: nullable(
        Type.Object({ text: Type.String(), encoding: Type.String(), isCut: Type.Boolean() }),
      ),
    },
    { additionalProperties: false },
  ),
)

/** A company with one account at a little bank of the running test's own. */
export async function customerOfLittleBank(system: SystemAddresses, pageSize?: number) {
  const bank = await littleBank(pageSize)
  const customer = await newBankCustomer(system)
  await customer.import({ kind: 'providerAccount', data: { provider: 'bank', url: bank.url } })
  return { ...customer, bank }
}

/** Runs `operator -- bank set-aside` as the operator does. */
export async function setAside(
  { databases, eventStoreUrl, vaultKey }: SystemAddresses,
  parameters: readonly string[],
  input = '',
) {
  const environment = {
    DATABASE_URL: databases.command,
    EVENTSTORE_URL: eventStoreUrl,
    VAULT_KEY: vaultKey,
  }
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  stdin.end(input)
  const terminal = { environment, stdin, stdout, stderr }
  const exitCode = await bankCommand
    .run(['set-aside', ...parameters], terminal)
    .catch((error: unknown) => {
      if (!(error instanceof CommandError)) throw error
      stderr.write(`${error.message}\n`)
      return 1
    })
  stdout.end()
  stderr.end()
  return { exitCode, stdout: await text(stdout), said: (await text(stderr)).trim() }
}

/** What waits of one company. */
export async function listed(system: SystemAddresses, companyId: string, ...more: string[]) {
  const { stdout } = await setAside(system, ['list', '--company', companyId, ...more])
  const lines = stdout.split('\n').filter((line) => line !== '')
  return lines.map((line) => Line.Parse(JSON.parse(line)))
}

/** The types of the events of an account's queries, without their beginnings and ends, and of these bookings. */
export async function eventsOf(
  system: SystemAddresses,
  accountId: string,
  bookings: readonly { readonly id: string }[],
) {
  const streams = [`bankQuery-${accountId}`, ...bookings.map(({ id }) => `setAsideBooking-${id}`)]
  const types = await withLog(system, async ({ eventStore }) => {
    const read = (stream: string) => eventStore.readStream(stream, { maxCount: 1_000 })
    return (await Promise.all(streams.map(read))).flat().map(({ type }) => type)
  })
  return types.filter((type) => !/^Bank(QueryStarted|AccountQueried|QueryFailed)$/.test(type))
}
