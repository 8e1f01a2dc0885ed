import { expect, test } from 'vitest'
import { type InvoiceEvent, invoiceEvents } from '#kernel/events/invoice.ts'
import { newDealer, newId } from '#test/support/import-lines.ts'
import { invoiceHappenings } from '#test/support/invoice-events.ts'
import { dataIn, importing, systemForThisFile } from '#test/support/operator.ts'
import { recordEvents } from '#test/support/stored-events.ts'

const system = systemForThisFile()

/** A dealer with an invoice of whom this is recorded. */
async function dealerWith(...steps: readonly InvoiceEvent['type'][]) {
  const dealer = newDealer()
  const { companyId } = dealer
  const invoiceId = newId()
  const stream = `invoice-${invoiceId}`
  await importing(system(), [dealer.company()])
  const happens = invoiceHappenings(invoiceId)
  const events = (['InvoiceRequested', 'SubmissionStarted', ...steps] as const).map((step) =>
    happens(step),
  )
  await recordEvents(system(), { family: invoiceEvents, events, stream, companyId })
  const cancelled = (data: object = {}) => ({
    kind: 'invoiceCancelled',
    data: { companyId, invoiceId, cancelledAt: '2026-11-21T11:00:00+03:00', ...data },
  })
  return { dealer, invoiceId, stream, cancelled }
}

test('an issued invoice is cancelled once, however often the line comes', async () => {
  const { invoiceId, stream, cancelled } = await dealerWith('InvoiceIssued')
  const upper = cancelled({ invoiceId: invoiceId.toUpperCase() })

  expect(await importing(system(), [cancelled()])).toEqual({ imported: 1, unchanged: 0 })
  expect(await importing(system(), [cancelled(), upper])).toEqual({ imported: 0, unchanged: 2 })
  const [, , , ...rest] = await dataIn(system(), stream)
  expect(rest).toEqual([{ invoiceId, cancelledAt: '2026-11-21T08:00:00.000Z' }])
})

test.each([['DraftKept'], ['SubmissionUnknown']] as const)(
  'an invoice that was not issued cannot be cancelled: %s',
  async (step) => {
    const { dealer, stream, cancelled } = await dealerWith(step)

    expect(await importing(system(), [dealer.customer(), cancelled()])).toEqual({
      faults: ['line 2: invoiceId: is not issued'],
    })
    expect(await dataIn(system(), stream)).toHaveLength(3)
  },
)

test('an invoice that is unknown or another company’s is refused', async () => {
  const { invoiceId, stream, cancelled } = await dealerWith('InvoiceIssued')
  const stranger = newDealer()
  await importing(system(), [stranger.company()])
  const lines = [
    cancelled({ invoiceId: newId() }),
    cancelled({ companyId: stranger.companyId, invoiceId }),
  ]

  expect(await importing(system(), lines)).toEqual({
    faults: ['line 1: invoiceId: is not known here', 'line 2: invoiceId: is not known here'],
  })
  expect(await dataIn(system(), stream)).toHaveLength(3)
})

test('a line has the company, the invoice and the time', async () => {
  const { cancelled } = await dealerWith('InvoiceIssued')
  const line = cancelled({ cancelledAt: 'gestern', reason: 'iade', invoiceId: 'x' })

  expect(await importing(system(), [line])).toEqual({
    faults: [
      'line 1: reason: is not a field of invoiceCancelled',
      'line 1: invoiceId: must be 24 hexadecimal digits',
      'line 1: cancelledAt: must be a date with its time and zone, as 2026-11-20T09:30:00Z',
    ],
  })
})
