import { type Static, Type } from 'typebox'
import { flag, oneOf, recordId, text } from '#kernel/contract/fields.ts'
import { companySettingsEvents } from '#kernel/events/reference-data.ts'
import { companyStream } from '#kernel/platform/key-streams.ts'
import { decimalOrNull, moneyOrZero, optional } from '../fields.ts'
import { companyKey, lineKind } from '../kind.ts'

const Invoice = Type.Object({
  active: optional(flag()),
  serial: optional(text()),
  identityValidationRequired: optional(flag()),
  minimumAmount: optional(moneyOrZero()),
  integrator: optional(text()),
})

const Expense = Type.Object({
  active: optional(flag()),
  serial: optional(text()),
  identityValidationRequired: optional(flag()),
  blockEInvoiceTaxpayers: optional(flag()),
  integrator: optional(text()),
})

const EDocument = Type.Object({
  enabled: optional(flag()),
  environment: optional(oneOf('test', 'live')),
  companyTaxNumber: optional(text()),
  serial: optional(text()),
})

export const companySettings = lineKind(companySettingsEvents)({
  kind: 'companySettings',
  schema: Type.Object({
    companyId: recordId(),
    invoice: optional(Invoice),
    expense: optional(Expense),
    eDocument: optional(EDocument),
    ownerFirstName: optional(text()),
    ownerFamilyName: optional(text()),
    mersisNo: optional(text()),
    tradeRegisterNo: optional(text()),
    invoiceScenario: optional(oneOf('TEMELFATURA', 'TICARIFATURA')),
    partyDataRequired: optional(flag()),
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
      invoiceScenario: given.invoiceScenario ?? 'TEMELFATURA',
      partyDataRequired: given.partyDataRequired ?? false,
    },
  }),
})

/** A definition that is given is in force unless it says otherwise. */
const invoiceSettings = (given: Static<typeof Invoice>) => ({
  active: given.active ?? true,
  serial: given.serial ?? null,
  identityValidationRequired: given.identityValidationRequired ?? false,
  minimumAmount: decimalOrNull(given.minimumAmount),
  integrator: given.integrator ?? null,
})

const expenseSettings = (given: Static<typeof Expense>) => ({
  active: given.active ?? true,
  serial: given.serial ?? null,
  identityValidationRequired: given.identityValidationRequired ?? false,
  blockEInvoiceTaxpayers: given.blockEInvoiceTaxpayers ?? false,
  integrator: given.integrator ?? null,
})

/** Official documents are sent only where a line says so. */
const eDocumentSettings = (given: Static<typeof EDocument>) => ({
  enabled: given.enabled ?? false,
  environment: given.environment ?? ('test' as const),
  companyTaxNumber: given.companyTaxNumber ?? null,
  serial: given.serial ?? null,
})
