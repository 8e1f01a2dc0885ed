import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Api } from './api.ts'
import type { Checklist } from './checklist.ts'

const Customers = Type.Array(Type.Object({ idNo: Type.String(), nameSurname: Type.String() }))
const Form = Type.Object({ id: Type.String(), nameSurname: Type.String() })
const Verification = Type.Object({ status: Type.String() })
const Standing = Type.Object({
  exists: Type.Boolean(),
  recordLevel: Type.Union([Type.Integer(), Type.Null()]),
  events: Type.Array(Type.Unknown()),
})

const FORMS = '/v1/customers'

/** A traveller with a passport is identified by a form, and the check reports what is known. */
export async function identifyTraveller(api: Api, checklist: Checklist): Promise<void> {
  // A person has one open form at a time, so each run uses another traveller.
  const traveller = { idNo: `P${Date.now()}`, nameSurname: 'Anna Schmidt', idCardType: 'passport' }
  const customers = await findCustomers(api, checklist)
  await showStanding(api, checklist, customers[0]?.idNo ?? '')
  const created = await api({ method: 'POST', path: FORMS, data: traveller })
  const { id, nameSurname } = Value.Parse(Form, created.data)
  checklist.step(`POST ${FORMS}`, created.status, 201, `form ${id} of ${nameSurname}`)
  await follow(api, checklist, id)
  const again = await api({ method: 'POST', path: FORMS, data: traveller })
  checklist.step(`POST ${FORMS}`, again.status, 409, `${again.code}: the form waits for approval`)
}

async function findCustomers(api: Api, checklist: Checklist) {
  const path = `/v1/customers?q=${encodeURIComponent('yılmaz')}&sort=nameSurname`
  const { status, data, total } = await api({ method: 'GET', path })
  const customers = Value.Parse(Customers, data)
  const names = customers.map(({ nameSurname }) => nameSurname).join(', ')
  checklist.step(`GET ${path}`, status, 200, `${total} found: ${names}`)
  return customers
}

async function showStanding(api: Api, checklist: Checklist, idNo: string) {
  const path = `/v1/customers/check?idNo=${idNo}`
  const { status, data } = await api({ method: 'GET', path })
  const { exists, recordLevel, events } = Value.Parse(Standing, data)
  const known = `record level ${recordLevel}, events in the register: ${events.length}`
  checklist.step(`GET ${path}`, status, 200, exists ? known : 'no account')
  checklist.expect(exists, 'the customer has an account')
}

async function follow(api: Api, checklist: Checklist, id: string) {
  const path = `/v1/compliance/verifications/${id}`
  const { status, data } = await api({ method: 'GET', path })
  checklist.step(`GET ${path}`, status, 200, Value.Parse(Verification, data).status)
}
