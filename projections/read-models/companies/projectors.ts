import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import {
  apiKeyEvents,
  companyEvents,
  companySettingsEvents,
  priceEvents,
} from '#kernel/events/reference-data.ts'
import { projector } from '#projections/read-models/projector.ts'

// Each event carries the whole record, so no earlier row is read. A key that is ended, and a company
// that is passive, are so at once: no other event of the company holds that back.
const prepare = () => undefined

export const companyProjectors = [
  projector(companyEvents, {
    version: 1,
    isIndependent: true,
    prepare,
    apply({ event: { data }, metadata }, { company }) {
      company.put({
        company_id: metadata.companyId,
        title: data.title,
        tax_number: data.taxNumber,
        tax_office: data.taxOffice,
        address: data.address,
        district: data.district,
        city: data.city,
        phone: data.phone,
        email: data.email,
        package: data.package,
        status: data.status,
        kmts_enabled: data.kmtsEnabled,
        time_zone: data.timeZone,
      })
    },
  }),
  projector(companySettingsEvents, {
    version: 1,
    prepare,
    apply({ event: { data }, metadata }, { companySettings }) {
      companySettings.put({
        company_id: metadata.companyId,
        invoice: data.invoice,
        expense: data.expense,
        e_document: data.eDocument,
        owner_first_name: data.ownerFirstName,
        owner_family_name: data.ownerFamilyName,
        mersis_no: data.mersisNo,
        trade_register_no: data.tradeRegisterNo,
        invoice_scenario: data.invoiceScenario,
        party_data_required: data.partyDataRequired,
      })
    },
  }),
  projector(apiKeyEvents, {
    version: 1,
    isIndependent: true,
    prepare,
    apply({ event: { data }, metadata }, { apiKey }) {
      apiKey.put({
        api_user_id: data.apiUserId,
        company_id: metadata.companyId,
        secret_hash: valueUnlessForgotten(data.secretHash),
        status: data.status,
        valid_until: data.validUntil,
        rights: data.rights,
      })
    },
  }),
  projector(priceEvents, {
    version: 1,
    prepare,
    apply({ event: { data }, metadata }, { price }) {
      price.put({
        company_id: metadata.companyId,
        material: data.material,
        price: data.price,
        at: data.at,
      })
    },
  }),
]
