import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Api } from './api.ts'
import type { Tell } from './tell.ts'

const Customers = Type.Array(Type.Object({ idNo: Type.String(), nameSurname: Type.String() }))
const Form = Type.Object({ id: Type.String(), nameSurname: Type.String() })
const Verification = Type.Object({ status: Type.String() })
const Standing = Type.Object({
  exists: Type.Boolean(),
  recordLevel: Type.Union([Type.Integer(), Type.Null()]),
  events: Type.Array(Type.Unknown()),
})

const FORMS = '/v1/customers'

/** Somebody comes in with a passport: is identified by a form, and looked up in what is known. */
export async function identifyTraveller(api: Api, tell: Tell): Promise<void> {
  // A person has one open form at a time: each run brings another traveller.
  const traveller = { idNo: `P${Date.now()}`, nameSurname: 'Anna Schmidt', idCardType: 'passport' }
  const customers = await findCustomers(api, tell)
  await showStanding(api, tell, customers[0]?.idNo ?? '')
  const created = await api({ method: 'POST', path: FORMS, data: traveller })
  const { id, nameSurname } = Value.Parse(Form, created.data)
  tell.step(`POST ${FORMS}`, created.status, 201, `form ${id} of ${nameSurname}`)
  await follow(api, tell, id)
  const again = await api({ method: 'POST', path: FORMS, data: traveller })
  tell.step(`POST ${FORMS}`, again.status, 409, `${again.code}: the form waits for approval`)
}

async function findCustomers(api: Api, tell: Tell) {
  const path = `/v1/customers?q=${encodeURIComponent('yılmaz')}&sort=nameSurname`
  const { status, data, total } = await api({ method: 'GET', path })
  const customers = Value.Parse(Customers, data)
  const names = customers.map(({ nameSurname }) => nameSurname).join(', ')
  tell.step(`GET ${path}`, status, 200, `${total} found: ${names}`)
  return customers
}

async function showStanding(api: Api, tell: Tell, idNo: string) {
  const path = `/v1/customers/check?idNo=${idNo}`
  const { status, data } = await api({ method: 'GET', path })
  const { exists, recordLevel, events } = Value.Parse(Standing, data)
  const known = `record level ${recordLevel}, events in the register: ${events.length}`
  tell.step(`GET ${path}`, status, 200, exists ? known : 'no account')
  tell.expect(exists, 'the customer has an account')
}

async function follow(api: Api, tell: Tell, id: string) {
  const path = `/v1/compliance/verifications/${id}`
  const { status, data } = await api({ method: 'GET', path })
  tell.step(`GET ${path}`, status, 200, Value.Parse(Verification, data).status)
}
