import { recordSetAside } from '#command/bank-queries/decide.ts'
import { recordTransaction } from '#command/bank-queries/record-transactions.ts'
import type { SetAsideRow } from '#command/bank-queries/set-aside-table.ts'
import { DEFAULT_TIME_ZONE } from '#command/dependencies.ts'
import type { GatewayTransaction } from '#command/providers/bank-gateway/port.ts'
import { type ReadModels, readModelsIn } from '#command/read-models.ts'
import { CommandError, command, type Terminal } from '#kernel/platform/cli/command.ts'
import { type System, withSystem } from '#kernel/platform/cli/connections.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { givenText } from '#kernel/platform/cli/given-text.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { sourceOf } from './booking-source.ts'
import { type Corrections, correctedTransaction, correctionsIn } from './corrected-transaction.ts'
import { decide, logOf, originFor, refuseClosed, refuseDecided } from './decide.ts'
import { findBooking, scopeOf } from './find-booking.ts'

export const recordCommand = command(
  'record',
  (declared) =>
    declared
      .description(
        'Records a booking as a transaction, with the members that the bank did not write readably.',
      )
      .argument('<stamp>', "the bank's stamp, or the id of the booking")
      .option('--stamp <stamp>', 'where it has none, or one that is taken')
      .option('--incoming <true|false>', 'true: money came in')
      .option('--transaction-date <date>', 'with its time and zone')
      .option('--amount <amount>', 'without a sign')
      .option('--currency <code>', 'as TRY')
      .option('--json <object>', 'these and any other fields of a bankTransaction; - reads it')
      .option('--company <id>', 'where several companies have that stamp')
      .option('--account <id>', 'where several accounts have that stamp'),
  async ({ args: [stamp], options }, terminal) => {
    const json = options.json && (await givenText(options.json, terminal.stdin))
    const corrections = correctionsIn({ ...options, json })
    const scope = scopeOf(options)
    return withSystem(findSystem(terminal.environment, 'command'), async (system) => {
      const readModels = readModelsIn(system.pool)
      const booking = await findBooking(readModels, stamp, scope)
      return record(system, { booking, corrections, readModels }, terminal)
    })
  },
)

interface BookingToRecord {
  readonly booking: SetAsideRow
  readonly corrections: Corrections
  readonly readModels: ReadModels
}

async function record(system: System, order: BookingToRecord, { stdout }: Terminal) {
  const { booking, corrections } = order
  const { id: bookingId, company_id: companyId, account_id: accountId } = booking
  const said = (stamp: string | null, transactionId: string | null) => {
    const line = { id: bookingId, companyId, accountId, stamp, state: 'recorded', transactionId }
    stdout.write(jsonLine(line))
    return 0
  }
  if (booking.state === 'recorded') return said(booking.stamp, booking.transaction_id)
  refuseDecided(booking)
  const source = await sourceOf(system, bookingId)
  const transaction = correctedTransaction(source, { companyId, accountId, ...corrections })
  await refuseClosed(system, booking)
  const transactionId = await recorded(system, order, transaction)
  await decide(system, booking, recordSetAside({ accountId, bookingId, transactionId }))
  return said(transaction.stamp, transactionId)
}

/** The same again, after an interruption, finds the transaction. */
async function recorded(
  system: System,
  { booking, readModels }: BookingToRecord,
  transaction: GatewayTransaction,
) {
  const { account_id: accountId } = booking
  const recording = {
    accountId,
    otherAccounts: [],
    origin: originFor(booking),
    timeZone: await timeZoneOf(readModels, booking),
  }
  const outcome = await recordTransaction(await logOf(system), recording, transaction)
  const { contradictions, transactionId } = outcome
  if (contradictions.length === 0) return transactionId
  throw new CommandError(
    `Stamp ${transaction.stamp} is transaction ${transactionId}, which differs (${contradictions.join(', ')}). Give the booking a stamp of its own with --stamp, or dismiss it.`,
  )
}

async function timeZoneOf(readModels: ReadModels, { company_id }: SetAsideRow): Promise<string> {
  const company = await readModels
    .selectFrom('company')
    .select('time_zone')
    .where('company_id', '=', company_id)
    .executeTakeFirst()
  return company?.time_zone ?? DEFAULT_TIME_ZONE
}
