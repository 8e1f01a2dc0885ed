import { numberBookEvents } from '#kernel/events/claims.ts'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { eventsOf } from './an-event.ts'
import { recordEvents } from './stored-events.ts'
import type { SystemAddresses } from './system.ts'
import { type Dealer, recordId } from './system-dealer.ts'
import { content } from './voucher-samples.ts'
import { withLog } from './with-log.ts'

/** What earlier versions wrote: vouchers whose numbers are in a book of exactly that spelling. */
export const takenByEarlierVersion = (
  system: SystemAddresses,
  { companyId }: Pick<Dealer, 'companyId'>,
  { serial, numbers }: { readonly serial: string; readonly numbers: readonly number[] },
): Promise<readonly string[]> =>
  withLog(system, async (log) => {
    const book = `numberBook-${log.vault.pseudonym('book', 'expenseVoucher', companyId, serial)}`
    const ids: string[] = []
    const takings = earlierTakings(numbers)
    for (const [index, { number, given, sequence, ahead }] of takings.entries()) {
      const voucherId = recordId()
      const stream = `expenseVoucher-${voucherId}`
      const happens = eventsOf(expenseVoucherEvents, { values: { voucherId, serial, book } })
      const ofBook = eventsOf(numberBookEvents, {
        values: { serial, number, documentId: voucherId },
      })
      const manual = content({ voucherId, source: 'manual', bankTransactionId: null, serial })
      const requested = { givenNumber: null, bookRevision: '-1' }
      const drafted = [
        happens('VoucherDrafted', manual),
        happens('FinalizationRequested', requested),
      ]
      const taken = ofBook('NumberTaken', { given, sequence, ahead })
      const finalized = happens('VoucherFinalized', {
        number,
        printDate: '2026-11-20T09:00:00.000Z',
        stockMovement: { direction: 'in', material: 'gold', quantity: '12.34', unitType: 'GRM' },
        purchase: null,
        bankTransactionId: null,
      })
      const after = index === 0 ? undefined : BigInt(index - 1)
      await recordEvents(log, {
        family: numberBookEvents,
        events: [taken],
        stream: book,
        companyId,
        after,
      })
      // At once: a running recovery would go on with a voucher that waits for its number.
      const events = [...drafted, finalized]
      await recordEvents(log, { family: expenseVoucherEvents, events, stream, companyId })
      ids.push(voucherId)
    }
    return ids
  })

/** Numbers in the order in which they were taken; one that is not the next was given by a client. */
function earlierTakings(numbers: readonly number[]) {
  const all = new Set<number>()
  let sequence = 0
  return numbers.map((number) => {
    const given = number !== sequence + 1
    all.add(number)
    while (all.has(sequence + 1)) sequence++
    const ahead = [...all].filter((one) => one > sequence).length
    return { number: String(number), given, sequence: String(sequence), ahead }
  })
}
