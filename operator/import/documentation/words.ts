import type { AnyRecord } from '#kernel/records/record.ts'
import { records } from '#kernel/records/records.ts'
import { pastWords } from './past-words.ts'

/** What a kind of line is about. */
interface KindWords {
  readonly about: string
  /** The record whose words describe its fields. */
  readonly record?: AnyRecord
  /** The meaning of fields that it does not have, or means otherwise. */
  readonly fields?: Readonly<Record<string, string>>
}

/** What these fields mean in every kind. */
export const always: Readonly<Record<string, string>> = {
  companyId: 'The company.',
  id: 'The id of the record.',
}

const active = 'Whether such documents are made.'
const integrator = 'The e-document integrator.'
const identityValidationRequired = 'Whether an identity number must fit its checksum.'
const notUsed = 'As the API shows it, so that a record of the API can be given back.'

export const wordsOfKinds: Readonly<Record<string, KindWords>> = {
  company: {
    about: 'A dealer. All other lines belong to one.',
    fields: {
      title: 'Its title on documents.',
      taxNumber: 'Its tax number.',
      taxOffice: 'Tax office.',
      address: 'Street address.',
      district: 'District.',
      city: 'Province.',
      phone: 'Telephone number.',
      email: 'E-mail address.',
      package: 'The package. `Free` has no access to the API.',
      status: 'False: the company has no access to the API.',
      kmtsEnabled: 'Whether it may query the register of labels.',
      timeZone: 'The zone in which its documents have their days.',
    },
  },
  companySettings: {
    about: 'How a company makes documents. A line replaces all of the settings before it.',
    fields: {
      invoice: 'How it makes invoices.',
      expense: 'How it makes expense vouchers.',
      eDocument: 'How it makes electronic vouchers.',
      'invoice.active': active,
      'expense.active': active,
      'invoice.serial': 'The series of invoice numbers.',
      'expense.serial': 'The serial of voucher numbers.',
      'eDocument.serial': 'The series of electronic voucher numbers.',
      'invoice.integrator': integrator,
      'expense.integrator': integrator,
      'invoice.identityValidationRequired': identityValidationRequired,
      'expense.identityValidationRequired': identityValidationRequired,
      'invoice.minimumAmount': 'Smaller invoices are refused.',
      'expense.blockEInvoiceTaxpayers': 'Whether sellers who can issue e-invoices are refused.',
      'eDocument.enabled': 'Whether electronic vouchers are made.',
      'eDocument.environment': 'Whether the integrator takes them as tests.',
      'eDocument.companyTaxNumber': 'The tax number at the integrator; it must be the company’s.',
      ownerFirstName: 'First name of the owner, where a person is the company.',
      ownerFamilyName: 'Family name of the owner.',
      mersisNo: 'MERSIS number.',
      tradeRegisterNo: 'Trade register number.',
      invoiceScenario: 'The scenario of e-invoices.',
      partyDataRequired: 'Whether documents need the full address of the other party.',
    },
  },
  screeningSettings: {
    about: 'How sure a match in a sanction list must be.',
    fields: { threshold: 'The score from which a name matches.' },
  },
  apiKey: {
    about:
      'A key to the API. `operator -- api-key create` makes one with a random secret, which is safer than a line in a file.',
    fields: {
      apiUserId: 'The user’s name of HTTP Basic.',
      secretKey: 'The secret. Only a salted hash is kept.',
      status: 'False: the key is disabled.',
      validUntil: 'When the key expires.',
      rights: 'What the key may do; `*` is everything but `audit` and `console`.',
    },
  },
  providerAccount: {
    about: 'A company’s own account at a provider. It is kept encrypted.',
    fields: {
      provider: 'Which provider.',
      url: 'Its address.',
      user: 'The user’s name of HTTP Basic.',
      secret: 'The secret of HTTP Basic.',
    },
  },
  price: {
    about:
      'The price of a material. Each counts from its moment until that of the next one; of two for one moment the later told counts.',
    fields: {
      material: 'The material.',
      price: 'TRY for a gram of fine metal, or for a unit of currency.',
      at: 'From when it counts.',
    },
  },
  template: {
    about: 'An item of vouchers and invoices.',
    record: records.template,
    fields: {
      exchange: 'Purity: the share of fine metal, such as 0.916.',
      laborAmount: 'The net price of labour in TRY.',
      deleted: 'True: it is no longer used.',
      invoiceType: 'Taxation: exempt, special base or full price.',
      exemptionCode: 'The reason why no VAT is due, where it is not the usual one.',
    },
  },
  customer: {
    about: 'A customer account.',
    record: records.customer,
    fields: {
      isVerify: 'The customer has been identified.',
      isValid: 'The identity number has been validated.',
      isPhoto: 'An image of an identity document exists.',
      saveType: 'How the account was created.',
      updatedAt: notUsed,
      forgotten: notUsed,
      customerRelation: 'Who acts for the customer.',
      'customerRelation.types': 'Kinds of relation of who acts for the customer.',
      'customerRelation.nameSurname': 'Name of who acts for the customer.',
      'customerRelation.idNo': 'Number of who acts for the customer.',
    },
  },
  customerEvent: {
    about: 'An entry in the register of customer events (sicil).',
    record: records.customerEvent,
    fields: { customerId: 'The customer account.' },
  },
  formDecision: {
    about:
      'What the back office decides about an identification form. The form comes from `POST /v1/customers`, which gives its id.',
    record: records.customerForm,
    fields: {
      formId: 'The form.',
      rejected: 'Whether the back office has rejected the form.',
      deleted: 'True: the form is no longer shown.',
    },
  },
  idvSession: {
    about: 'A finished identity verification.',
    record: records.idvSession,
    fields: { updatedAt: 'When it last changed.' },
  },
  bankAccount: {
    about: 'An account at a bank, or a till.',
    record: records.bankAccount,
    fields: {
      active: 'False: its transactions start no documents.',
      integration: 'The account can be queried.',
      'integration.accountRef':
        'How the bank gateway names the account. Of a company’s accounts that are not archived, one alone may have it, after the whole file: two may swap.',
    },
  },
  bankTransaction: {
    about: 'A transaction of a bank account. The stamp is unique for each account.',
    record: records.bankTransaction,
    fields: { accountId: 'The bank account.', amount: 'The amount.' },
  },
  expenseVoucher: {
    about:
      'A voucher that another system issued; see [Coming from another system](#coming-from-another-system). It is read-only, is never sent, and its provider is never asked about it.',
    record: records.expenseVoucher,
    fields: {
      ...pastWords,
      serial: 'Its serial.',
      number: 'Its number in the serial.',
      idNo: 'The seller’s identity or tax number.',
      officialNumber: 'The official number of an electronic voucher.',
      unitType: 'Unit code: grams or pieces.',
    },
  },
  invoice: {
    about:
      'An invoice that another system issued; see [Coming from another system](#coming-from-another-system). It is read-only and never sent.',
    record: records.invoice,
    fields: {
      ...pastWords,
      serial: 'The series of its number.',
      number: 'Its whole official number, which lists show as `invoiceNumber`.',
      amount: 'What the buyer pays.',
      state: 'As for an electronic voucher.',
      exemptionCode: 'Why no VAT is due.',
      channel: 'How the integrator delivered it.',
    },
  },
  invoiceCancelled: {
    about:
      'An invoice was cancelled in the integrator’s portal. The invoice comes from `POST /v1/invoices`, which gives its id.',
    fields: {
      invoiceId: 'The invoice.',
      cancelledAt: 'When it was cancelled. The first line counts; another one changes nothing.',
    },
  },
  eDocumentCancelled: {
    about:
      'An electronic voucher that was sent has been cancelled in the provider’s portal. Its transaction, and its day and amount, are free for another document; its number and its stock movement stay.',
    fields: {
      expenseId: 'The voucher; its `eDocument.state` is `sent`.',
      cancelledAt: 'When it was cancelled. The first line counts; another one changes nothing.',
    },
  },
  sanctionCheck: {
    about: 'A search of sanction lists that was made in the panel.',
    record: records.sanctionCheck,
    fields: {
      options: 'Which lists were searched.',
      'options.wantedQuery': 'Whether the list of wanted persons is searched.',
      'options.pepQuery': 'Whether the list of politically exposed persons is searched.',
      isError: 'True: the search failed.',
      summary:
        'What was found, in numbers. Without it and without matches, the search says nothing of the result, and no transaction’s status changes.',
      matches: 'What was found, as the panel shows it.',
    },
  },
  kmtsVerification: {
    about: 'A query of the register of labels that was made in another application.',
    record: records.kmtsVerification,
    fields: { updatedAt: notUsed },
  },
  webhookEndpoint: {
    about: 'Where a company receives its events. The import prints the secret once.',
    fields: {
      endpointId: 'The id of the endpoint.',
      url: 'The address that is called.',
      eventTypes: 'The events that it receives; see docs/events.md.',
      status: 'False: it receives none.',
    },
  },
}
