import { documentCompany } from '#command/provider-documents/company.ts'
import type { InvoiceToSend } from '#command/providers/invoice-integrator/port.ts'
import { invoiceXml } from '#command/ubl/invoice.ts'
import { dayIn, timeOfDayIn } from '#kernel/domain/calendar-day.ts'
import { epochMsOf } from '#kernel/domain/instant.ts'
import { reject } from '#kernel/domain/rejection.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import type { InvoiceContent } from './invoice.ts'
import type { SettlingDependencies } from './repository.ts'

/** The invoice as it is sent to the integrator. */
export const toSend = (content: InvoiceContent, document: string): InvoiceToSend => ({
  uuid: content.uuid,
  document,
  serial: content.serial,
  email: valueUnlessForgotten(content.customer)?.mail ?? null,
})

/** The invoice as XML. */
export function documentOf(
  { references }: Pick<SettlingDependencies, 'references'>,
  content: InvoiceContent,
  companyId: string,
): string {
  const company = references.company(companyId)
  const settings = references.settings(companyId)
  const customer = valueUnlessForgotten(content.customer)
  const payment = valueUnlessForgotten(content.payment)
  if (company === undefined || customer === null || payment === null) {
    return reject('BUSINESS_RULE', 'The company is no longer known.')
  }
  const timeZone = references.timeZone(companyId)
  const issued = epochMsOf(content.transactionDate)
  const { uuid, serial, channel, invoiceType, exemptionCode, lines, description } = content
  return invoiceXml({
    uuid,
    issueDate: dayIn(timeZone, issued),
    issueTime: timeOfDayIn(timeZone, issued),
    serial,
    channel,
    scenario: settings?.invoiceScenario ?? 'TEMELFATURA',
    invoiceType,
    exemptionCode,
    company: documentCompany(company, settings),
    customer,
    lines,
    payment,
    paymentDate: dayIn(timeZone, epochMsOf(content.paymentDate)),
    description: valueUnlessForgotten(description),
  })
}
