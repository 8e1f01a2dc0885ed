import type { Sarraf } from '#client/main.ts'
import type { Checklist } from './checklist.ts'
import { done, refused } from './steps.ts'

const PATH = '/v1/customers'

/** A traveller with a passport is identified by a form, and the check reports what is known. */
export async function identifyTraveller(client: Sarraf, checklist: Checklist): Promise<void> {
  const [customer] = await findCustomers(client, checklist)
  await showStanding(client, checklist, customer?.idNo ?? '')
  // A person has one open form at a time, so each run uses another traveller.
  const name = { idNo: `P${Date.now()}`, nameSurname: 'Anna Schmidt' }
  const body = { data: { ...name, idCardType: 'passport' } } as const
  const { id } = await done(
    checklist,
    {
      call: `POST ${PATH}`,
      status: 201,
      says: (form) => `form ${form.id} of ${form.nameSurname}`,
    },
    client.POST(PATH, { body }),
  )
  const verification = '/v1/compliance/verifications'
  await done(
    checklist,
    { call: `GET ${verification}/${id}`, status: 200, says: ({ status }) => status },
    client.GET(`${verification}/{id}`, { params: { path: { id } } }),
  )
  await refused(
    checklist,
    { call: `POST ${PATH}`, status: 409, why: 'the form waits for approval' },
    client.POST(PATH, { body }),
  )
}

const findCustomers = (client: Sarraf, checklist: Checklist) =>
  done(
    checklist,
    {
      call: `GET ${PATH}?q=yılmaz&sort=nameSurname`,
      status: 200,
      says: (customers, total) =>
        `${total} found: ${customers.map(({ nameSurname }) => nameSurname).join(', ')}`,
    },
    client.GET(PATH, { params: { query: { q: 'yılmaz', sort: 'nameSurname' } } }),
  )

async function showStanding(client: Sarraf, checklist: Checklist, idNo: string) {
  const { exists } = await done(
    checklist,
    {
      call: `GET ${PATH}/check?idNo=${idNo}`,
      status: 200,
      says: ({ recordLevel, events }) =>
        `record level ${recordLevel}, events in the register: ${events.length}`,
    },
    client.GET(`${PATH}/check`, { params: { query: { idNo } } }),
  )
  checklist.expect(exists, 'the customer has an account')
}
