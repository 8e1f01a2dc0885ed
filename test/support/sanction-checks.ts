import type { Static } from 'typebox'
import { DetailedSanctionCheck, SanctionCheck } from '#kernel/contract/sanction-checks.ts'
import { itemSchema } from '#kernel/records/response.ts'
import { sanctionChecks } from '#kernel/records/sanction-checks.ts'
import { type Answer, type Api, dataOf } from './system-client.ts'

const ListedSanctionCheck = itemSchema(sanctionChecks)

export const PATH = '/v1/compliance/sanction-checks'
export const PERSON = '10000000146'
export const OTHER_PERSON = '39586528950'

const checkIn = (answer: Answer): Static<typeof SanctionCheck> => dataOf(SanctionCheck, answer)

export const detailIn = (answer: Answer): Static<typeof DetailedSanctionCheck> =>
  dataOf(DetailedSanctionCheck, answer)

const List = { type: 'array', items: ListedSanctionCheck } as const

export const listIn = (answer: Answer): readonly Static<typeof ListedSanctionCheck>[] =>
  dataOf(List, answer)

/** Runs a check that must succeed. */
export const check = async (api: Api, data: object) => checkIn(await api.post(PATH, data))

/** Names found, list by list. */
export const namesIn = ({ matches }: Static<typeof SanctionCheck>) => ({
  masak: matches.masak.map(({ name }) => name),
  wanted: matches.wanted.map(({ name }) => name),
  pep: matches.pep.map(({ name }) => name),
})
