import { type Static, Type } from 'typebox'
import { flag, oneOf, recordId, text } from '#kernel/contract/fields.ts'
import { companySettingsEvents } from '#kernel/events/reference-data.ts'
import { companyStream } from '#kernel/platform/recording/key-streams.ts'
import { complete } from '../complete.ts'
import {
  decimalOrNull,
  derived,
  moneyOrZero,
  officialSerial,
  optional,
  withDefault,
} from '../fields.ts'
import { companyKey, lineKind } from '../kind.ts'

const Invoice = Type.Object({
  active: withDefault(flag(), true),
  serial: optional(officialSerial()),
  identityValidationRequired: withDefault(flag(), false),
  minimumAmount: optional(moneyOrZero()),
  integrator: optional(text()),
})

const Expense = Type.Object({
  active: withDefault(flag(), true),
  serial: optional(text()),
  identityValidationRequired: withDefault(flag(), false),
  blockEInvoiceTaxpayers: withDefault(flag(), false),
  integrator: optional(text()),
})

const EDocument = Type.Object({
  enabled: withDefault(flag(), false),
  environment: withDefault(oneOf('test', 'live'), 'test'),
  companyTaxNumber: optional(text()),
  serial: optional(officialSerial()),
})

export const companySettings = lineKind(companySettingsEvents)({
  kind: 'companySettings',
  schema: Type.Object({
    companyId: recordId(),
    invoice: derived(Invoice, 'the company makes no invoices'),
    expense: derived(Expense, 'the company makes no vouchers'),
    eDocument: derived(EDocument, 'the company makes no electronic vouchers'),
    ownerFirstName: optional(text()),
    ownerFamilyName: optional(text()),
    mersisNo: optional(text()),
    tradeRegisterNo: optional(text()),
    invoiceScenario: withDefault(oneOf('TEMELFATURA', 'TICARIFATURA'), 'TEMELFATURA'),
    partyDataRequired: withDefault(flag(), false),
  }),
  target: ({ companyId }) => ({
    companyId,
    stream: `companySettings-${companyId}`,
    refersTo: { companyId: companyStream(companyId) },
  }),
  sealedFor: companyKey,
  event: ({ companyId, invoice, expense, eDocument, ...given }) => ({
    type: 'CompanySettingsRecorded',
    data: {
      companyId,
      invoice: invoice === undefined ? null : invoiceSettings(invoice),
      expense: expense === undefined ? null : expenseSettings(expense),
      eDocument: eDocument === undefined ? null : eDocumentSettings(eDocument),
      ownerFirstName: given.ownerFirstName ?? null,
      ownerFamilyName: given.ownerFamilyName ?? null,
      mersisNo: given.mersisNo ?? null,
      tradeRegisterNo: given.tradeRegisterNo ?? null,
      invoiceScenario: given.invoiceScenario,
      partyDataRequired: given.partyDataRequired,
    },
  }),
})

/** A definition that is given is in force unless it says otherwise. */
function invoiceSettings(given: Static<typeof Invoice>) {
  const { serial, minimumAmount, integrator, ...whole } = complete(Invoice, given)
  return {
    ...whole,
    serial: serial ?? null,
    minimumAmount: decimalOrNull(minimumAmount),
    integrator: integrator ?? null,
  }
}

function expenseSettings(given: Static<typeof Expense>) {
  const { serial, integrator, ...whole } = complete(Expense, given)
  return { ...whole, serial: serial ?? null, integrator: integrator ?? null }
}

/** Official documents are sent only where a line says so. */
function eDocumentSettings(given: Static<typeof EDocument>) {
  const { companyTaxNumber, serial, ...whole } = complete(EDocument, given)
  return { ...whole, companyTaxNumber: companyTaxNumber ?? null, serial: serial ?? null }
}
