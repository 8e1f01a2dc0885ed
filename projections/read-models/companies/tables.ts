import type { PriceList } from '#kernel/events/price-list.ts'
import type { CompanySettingsEvent } from '#kernel/events/reference-data.ts'
import { bigint, flag, instant, json, orNull, text, texts } from '#kernel/records/field.ts'
import { table } from '#kernel/records/table.ts'

type Settings = CompanySettingsEvent['data']

/** A reader believes a row only with its MAC, and an older row is none of a newer one. */
const signed = { revision: bigint, mac: text }

export const companyTable = table(
  'company',
  {
    company_id: text,
    title: text,
    tax_number: text,
    tax_office: orNull(text),
    address: orNull(text),
    district: orNull(text),
    city: orNull(text),
    phone: orNull(text),
    email: orNull(text),
    package: text,
    status: flag,
    kmts_enabled: flag,
    time_zone: text,
    ...signed,
  },
  { key: ['company_id'] },
)

export const companySettingsTable = table(
  'company_settings',
  {
    company_id: text,
    invoice: orNull(json<Settings['invoice']>()),
    expense: orNull(json<Settings['expense']>()),
    e_document: orNull(json<Settings['eDocument']>()),
    owner_first_name: orNull(text),
    owner_family_name: orNull(text),
    mersis_no: orNull(text),
    trade_register_no: orNull(text),
    invoice_scenario: text,
    party_data_required: flag,
  },
  { key: ['company_id'] },
)

/**
 * The key is the user's name alone, because the company is unknown before the look-up. Durable: a key that
 * a crash takes back for a moment would be refused as unknown, which tells its user to give up.
 */
export const apiKeyTable = table(
  'api_key',
  {
    api_user_id: text,
    company_id: text,
    /** Null after it was forgotten: no secret matches any more. */
    secret_hash: orNull(text),
    status: flag,
    valid_until: instant,
    rights: texts,
    ...signed,
  },
  { key: ['api_user_id'], isDurable: true },
)

/** Of each material the price that counted when one was last told, and those to come, which begin by themselves. */
export const priceTable = table(
  'price',
  {
    company_id: text,
    material: text,
    in_force: orNull(json<PriceList['inForce']>()),
    to_come: json<PriceList['toCome']>(),
  },
  { key: ['company_id', 'material'] },
)
