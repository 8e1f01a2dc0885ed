import { changes, type Sarraf } from '#client/main.ts'
import type { Checklist } from './checklist.ts'
import { done, refused } from './steps.ts'

const PATH = '/v1/expenses'
const TEMPLATE = 'hurda-22'
const SELLER = '21543789054'

/** Buys 22-carat scrap gold with paper vouchers. Returns the last voucher's id. */
export async function buyScrapGold(client: Sarraf, checklist: Checklist): Promise<string> {
  const since = new Date().toISOString()
  await showTemplates(client, checklist)
  // The same person and amount on one day would be a duplicate, so the amount differs from run to run.
  const amount = 60_000 + (Date.now() % 10_000_000) / 100
  await preview(client, checklist, amount)
  await draftAndDelete(client, checklist, amount)
  const first = await finalize(client, checklist, amount + 0.01)
  const second = await finalize(client, checklist, amount + 0.02)
  checklist.expect(
    Number(second.number) > Number(first.number),
    'numbers follow one another, and the deleted draft took none',
  )
  await refuseDuplicate(client, checklist, amount + 0.02)
  await follow(client, checklist, { since, ids: [first.id, second.id] })
  return second.id
}

const purchase = (amount: number) => {
  const goods = { amount: Math.round(amount * 100) / 100, templateKey: TEMPLATE }
  return { source: 'manual', idNo: SELLER, ...goods } as const
}

const showTemplates = (client: Sarraf, checklist: Checklist) =>
  done(
    checklist,
    {
      call: `GET ${PATH}/templates`,
      status: 200,
      says: (templates) => `${templates.length} templates`,
    },
    client.GET(`${PATH}/templates`),
  )

const preview = (client: Sarraf, checklist: Checklist, amount: number) =>
  done(
    checklist,
    {
      call: `POST ${PATH}/preview`,
      status: 200,
      says: ({ serial, expectedNumber, quantity, price, unitName }) =>
        `${quantity} ${unitName} at ${price}; would be ${serial} ${expectedNumber}`,
    },
    client.POST(`${PATH}/preview`, { body: { data: purchase(amount) } }),
  )

async function draftAndDelete(client: Sarraf, checklist: Checklist, amount: number) {
  const { id } = await done(
    checklist,
    {
      call: `POST ${PATH}`,
      status: 201,
      says: (draft) => `draft ${draft.id}, number ${draft.number ?? 'none'}`,
    },
    client.POST(PATH, { body: { data: { ...purchase(amount), isDraft: true } } }),
  )
  const one = `${PATH}/{id}` as const
  const params = { path: { id } }
  await done(
    checklist,
    { call: `GET ${PATH}/${id}`, status: 200, says: () => 'the draft can be read at once' },
    client.GET(one, { params }),
  )
  await done(
    checklist,
    { call: `DELETE ${PATH}/${id}`, status: 200, says: () => 'deleted' },
    client.DELETE(one, { params }),
  )
  await refused(
    checklist,
    { call: `GET ${PATH}/${id}`, status: 404, why: 'it is gone' },
    client.GET(one, { params }),
  )
}

const finalize = (client: Sarraf, checklist: Checklist, amount: number) =>
  done(
    checklist,
    {
      call: `POST ${PATH}`,
      status: 201,
      says: ({ serial, number, quantity, unitName, amount: paid }) =>
        `${serial} ${number}: ${quantity} ${unitName}, ${paid} TRY`,
    },
    client.POST(PATH, { body: { data: purchase(amount) } }),
  )

const refuseDuplicate = (client: Sarraf, checklist: Checklist, amount: number) =>
  refused(
    checklist,
    { call: `POST ${PATH}`, status: 409, why: 'same day, identity and amount' },
    client.POST(PATH, { body: { data: purchase(amount) } }),
  )

async function follow(
  client: Sarraf,
  checklist: Checklist,
  { since, ids }: { since: string; ids: readonly string[] },
) {
  const changed: string[] = []
  const following = changes((query) => client.GET(PATH, { params: { query } }), { since })
  for await (const { id } of following) changed.push(id)
  checklist.note(`    ${changed.length} vouchers changed since the demo began`)
  checklist.expect(
    ids.every((id) => changed.includes(id)),
    'both vouchers are among them',
  )
}
