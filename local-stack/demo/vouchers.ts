import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Api } from './api.ts'
import type { Checklist } from './checklist.ts'

const Voucher = Type.Object({
  id: Type.String(),
  serial: Type.String(),
  number: Type.Union([Type.String(), Type.Null()]),
  amount: Type.Number(),
  quantity: Type.Number(),
  price: Type.Number(),
  unitName: Type.String(),
  isFinalized: Type.Boolean(),
})
const Preview = Type.Object({
  serial: Type.String(),
  expectedNumber: Type.Integer(),
  quantity: Type.Number(),
  price: Type.Number(),
  unitName: Type.String(),
})
const Templates = Type.Array(Type.Object({ key: Type.String(), title: Type.String() }))

const TEMPLATE = 'hurda-22'
const SELLER = '21543789054'

/** Buys 22-carat scrap gold with paper vouchers. Returns the last voucher's id. */
export async function buyScrapGold(api: Api, checklist: Checklist): Promise<string> {
  const since = new Date().toISOString()
  await showTemplates(api, checklist)
  // The same person and amount on one day would be a duplicate, so the amount differs from run to run.
  const amount = 60_000 + (Date.now() % 10_000_000) / 100
  await preview(api, checklist, amount)
  await draftAndDelete(api, checklist, amount)
  const first = await finalize(api, checklist, amount + 0.01)
  const second = await finalize(api, checklist, amount + 0.02)
  checklist.expect(
    Number(second.number) > Number(first.number),
    'numbers follow one another, and the deleted draft took none',
  )
  await refuseDuplicate(api, checklist, amount + 0.02)
  await listSince(api, checklist, { since, ids: [first.id, second.id] })
  return second.id
}

const purchase = (amount: number) => ({
  source: 'manual',
  idNo: SELLER,
  amount: Math.round(amount * 100) / 100,
  templateKey: TEMPLATE,
})

async function showTemplates(api: Api, checklist: Checklist) {
  const path = '/v1/expenses/templates'
  const { status, data } = await api({ method: 'GET', path })
  const templates = Value.Parse(Templates, data)
  checklist.step(`GET ${path}`, status, 200, `${templates.length} templates`)
}

async function preview(api: Api, checklist: Checklist, amount: number) {
  const path = '/v1/expenses/preview'
  const { status, data } = await api({ method: 'POST', path, data: purchase(amount) })
  const { serial, expectedNumber, quantity, price, unitName } = Value.Parse(Preview, data)
  const goods = `${quantity} ${unitName} at ${price}`
  checklist.step(`POST ${path}`, status, 200, `${goods}; would be ${serial} ${expectedNumber}`)
}

async function draftAndDelete(api: Api, checklist: Checklist, amount: number) {
  const data = { ...purchase(amount), isDraft: true }
  const drafted = await api({ method: 'POST', path: '/v1/expenses', data })
  const { id, number } = Value.Parse(Voucher, drafted.data)
  checklist.step(
    'POST /v1/expenses',
    drafted.status,
    201,
    `draft ${id}, number ${number ?? 'none'}`,
  )
  const path = `/v1/expenses/${id}`
  const read = await api({ method: 'GET', path })
  checklist.step(`GET ${path}`, read.status, 200, 'the draft can be read at once')
  const deleted = await api({ method: 'DELETE', path })
  checklist.step(`DELETE ${path}`, deleted.status, 200, 'deleted')
  const gone = await api({ method: 'GET', path })
  checklist.step(`GET ${path}`, gone.status, 404, gone.code ?? '')
}

async function finalize(
  api: Api,
  checklist: Checklist,
  amount: number,
): Promise<Static<typeof Voucher>> {
  const path = '/v1/expenses'
  const { status, data } = await api({ method: 'POST', path, data: purchase(amount) })
  const voucher = Value.Parse(Voucher, data)
  const { serial, number, quantity, unitName, amount: paid } = voucher
  checklist.step(
    `POST ${path}`,
    status,
    201,
    `${serial} ${number}: ${quantity} ${unitName}, ${paid} TRY`,
  )
  return voucher
}

async function refuseDuplicate(api: Api, checklist: Checklist, amount: number) {
  const path = '/v1/expenses'
  const { status, code } = await api({ method: 'POST', path, data: purchase(amount) })
  checklist.step(`POST ${path}`, status, 409, `${code}: same day, identity and amount`)
}

async function listSince(
  api: Api,
  checklist: Checklist,
  { since, ids }: { since: string; ids: readonly string[] },
) {
  const path = `/v1/expenses?filter[updatedSince]=${since}&sort=updatedAt:asc&pageSize=100`
  const { status, data, total } = await api({ method: 'GET', path })
  const vouchers = Value.Parse(Type.Array(Voucher), data)
  checklist.step(`GET ${path}`, status, 200, `${total} changed since the demo began`)
  const found = ids.every((id) => vouchers.some((voucher) => voucher.id === id))
  checklist.expect(found, 'both vouchers are among them')
}
