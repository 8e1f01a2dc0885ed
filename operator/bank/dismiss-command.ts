import { dismissSetAside } from '#command/bank-queries/decide.ts'
import { readModelsIn } from '#command/read-models.ts'
import { CommandError, command } from '#kernel/platform/cli/command.ts'
import { withSystem } from '#kernel/platform/cli/connections.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { decide, refuseDecided } from './decide.ts'
import { findBooking, scopeOf } from './find-booking.ts'

const LONGEST_REASON = 500

export const dismissCommand = command(
  'dismiss',
  (declared) =>
    declared
      .description('Decides that a booking is no transaction of the account.')
      .argument('<stamp>', "the bank's stamp, or the id of the booking")
      .requiredOption('--reason <text>', 'why; it is kept, so it must not name a person')
      .option('--company <id>', 'where several companies have that stamp')
      .option('--account <id>', 'where several accounts have that stamp'),
  ({ args: [stamp], options }, { environment, stdout }) => {
    const reason = reasonIn(options.reason)
    const scope = scopeOf(options)
    return withSystem(findSystem(environment, 'command'), async (system) => {
      const booking = await findBooking(readModelsIn(system.pool), stamp, scope)
      const { id: bookingId, account_id: accountId } = booking
      const isAgain = booking.state === 'dismissed'
      if (!isAgain) {
        refuseDecided(booking)
        await decide(system, booking, dismissSetAside({ accountId, bookingId, reason }))
      }
      const dismissedFor = isAgain ? booking.dismissed_for : reason
      const summary = { id: bookingId, companyId: booking.company_id, accountId }
      const line = { ...summary, stamp: booking.stamp, state: 'dismissed', dismissedFor }
      stdout.write(jsonLine(line))
      return 0
    })
  },
)

function reasonIn(text: string): string {
  const reason = text.trim()
  if (reason.length > 0 && reason.length <= LONGEST_REASON) return reason
  throw new CommandError(`--reason must have 1 to ${LONGEST_REASON} characters.`)
}
