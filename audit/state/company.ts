import type { Rows } from './rows.ts'

/** No endpoint returns a company, so it has the form of the back-office import. */
export async function companyDetail(rows: Rows, id: string): Promise<object | undefined> {
  const [company] = await rows.of('company', 'company_id = $1', [id])
  if (company === undefined) return undefined
  const [settings] = await rows.of('company_settings', 'company_id = $1', [id])
  const keys = await rows.of('api_key', 'company_id = $1 order by api_user_id', [id])
  const prices = await rows.of('price', 'company_id = $1 order by material', [id])
  return {
    id,
    title: company.title,
    taxNumber: company.tax_number,
    taxOffice: company.tax_office,
    address: company.address,
    district: company.district,
    city: company.city,
    phone: company.phone,
    email: company.email,
    package: company.package,
    status: company.status,
    kmtsEnabled: company.kmts_enabled,
    timeZone: company.time_zone,
    settings: {
      invoice: settings?.invoice ?? null,
      expense: settings?.expense ?? null,
      eDocument: settings?.e_document ?? null,
      ownerFirstName: settings?.owner_first_name ?? null,
      ownerFamilyName: settings?.owner_family_name ?? null,
      mersisNo: settings?.mersis_no ?? null,
      tradeRegisterNo: settings?.trade_register_no ?? null,
      invoiceScenario: settings?.invoice_scenario ?? null,
      partyDataRequired: settings?.party_data_required ?? null,
    },
    apiKeys: keys.map(({ api_user_id, status, valid_until, rights }) => ({
      apiUserId: api_user_id,
      status,
      validUntil: valid_until.toISOString(),
      rights,
    })),
    prices: prices.flatMap(({ material, in_force, to_come }) =>
      (in_force === null ? to_come : [in_force, ...to_come]).map(({ price, at }) => ({
        material,
        price,
        at,
      })),
    ),
  }
}
