import type { Static } from 'typebox'
import { CreatedVoucher } from '#kernel/contract/expense-vouchers.ts'
import { expenseVouchers } from '#kernel/records/expense-vouchers.ts'
import { detailSchema, itemSchema } from '#kernel/records/response.ts'
import { type Answer, type Api, dataOf } from './system-client.ts'
import { type Line, recordId } from './system-dealer.ts'

const DetailedVoucher = detailSchema(expenseVouchers)
const ListedVoucher = itemSchema(expenseVouchers)

export const PERSON = '10000000146'
export const OTHER_PERSON = '39586528950'
export const END_CONSUMER = '11111111111'

export const ANY_ID = '65f000000000000000000001'

export type Fields = Readonly<Record<string, unknown>>

/** What a client sends for a purchase over the counter. */
export const manual = (fields: Fields = {}) => ({
  source: 'manual',
  idNo: PERSON,
  amount: 65_559.95,
  ...fields,
})

export const fromBank = (bankTransactionId: string, fields: Fields = {}) => ({
  source: 'bankTransaction',
  idNo: PERSON,
  bankTransactionId,
  ...fields,
})

export const createdIn = (answer: Answer): Static<typeof CreatedVoucher> =>
  dataOf(CreatedVoucher, answer)

export const detailIn = (answer: Answer): Static<typeof DetailedVoucher> =>
  dataOf(DetailedVoucher, answer)

const List = { type: 'array', items: ListedVoucher } as const

export const listIn = (answer: Answer): readonly Static<typeof ListedVoucher>[] =>
  dataOf(List, answer)

/** The ids of all vouchers that the API lists, read page by page. */
export async function idsOf(api: Api): Promise<readonly string[]> {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const items = listIn(await api.get(`/v1/expenses?pageSize=100&page=${page}`))
    ids.push(...items.map(({ id }) => id))
    if (items.length === 0) return ids
  }
}

/** An import line of another template for gold. */
export const templateLine = (data: Fields): Line => ({
  kind: 'template',
  data: {
    id: recordId(),
    title: 'Başka',
    lineName: 'Başka',
    material: 'gold',
    unitType: 'GRM',
    ...data,
  },
})
