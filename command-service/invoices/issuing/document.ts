import { invoiceXml } from '#command/ubl/invoice.ts'
import { dayIn, timeOfDayIn } from '#kernel/domain/calendar-day.ts'
import { reject } from '#kernel/domain/rejection.ts'
import { known } from '#kernel/events/event-family.ts'
import type { InvoiceContent } from '../invoice-state.ts'
import type { SettlingParts } from './parts.ts'

/** The invoice as the XML that is sent to the integrator. */
export function documentOf(
  { references }: Pick<SettlingParts, 'references'>,
  content: InvoiceContent,
  companyId: string,
): string {
  const company = references.company(companyId)
  const customer = known(content.customer)
  const payment = known(content.payment)
  if (company === undefined || customer === null || payment === null) {
    return reject('BUSINESS_RULE', 'The company is not known any more.')
  }
  const timeZone = references.timeZone(companyId)
  const issued = Date.parse(content.transactionDate)
  const { uuid, serial, channel, invoiceType, exemptionCode, lines, description } = content
  return invoiceXml({
    uuid,
    issueDate: dayIn(timeZone, issued),
    issueTime: timeOfDayIn(timeZone, issued),
    serial,
    channel,
    invoiceType,
    exemptionCode,
    company,
    customer,
    lines,
    payment,
    paymentDate: dayIn(timeZone, Date.parse(content.paymentDate)),
    description: known(description),
  })
}
