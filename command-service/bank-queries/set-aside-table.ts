import type { ReadModels } from '#command/read-models.ts'
import { pages } from '#kernel/domain/pages.ts'

const PAGE = 500

/** Which bookings are asked for; null: of any. */
export interface Selection {
  readonly companyId: string | null
  readonly accountId: string | null
  /** False: decided ones too. */
  readonly onlyOpen: boolean
}

/** Bookings that were set aside, as readers see them; page by page, so that many do not fill the memory. */
export async function* setAsideRows(readModels: ReadModels, wanted: Selection) {
  const all = pages<SetAsideRow>(PAGE, (last) =>
    rowsOf(readModels, wanted)
      .where('id', '>', last?.id ?? '')
      .orderBy('id')
      .limit(PAGE)
      .execute(),
  )
  for await (const page of all) yield* page
}

export type SetAsideRow = Awaited<ReturnType<typeof setAsideNamed>>[number]

/** Those with that stamp, and the one with that id. */
export const setAsideNamed = (readModels: ReadModels, name: string, wanted: Selection) =>
  rowsOf(readModels, wanted)
    .where((row) => row.or([row('stamp', '=', name), row('id', '=', name.toLowerCase())]))
    .orderBy('id')
    .limit(PAGE)
    .execute()

function rowsOf(readModels: ReadModels, { companyId, accountId, onlyOpen }: Selection) {
  let rows = readModels.selectFrom('set_aside_booking').selectAll()
  if (companyId !== null) rows = rows.where('company_id', '=', companyId)
  if (accountId !== null) rows = rows.where('account_id', '=', accountId)
  return onlyOpen ? rows.where('state', '=', 'open') : rows
}

/** How many wait for a person, by the reason for which they were set aside. */
export const countOpen = (readModels: ReadModels) =>
  readModels
    .selectFrom('set_aside_booking')
    .select(['reason', (row) => row.fn.countAll<string>().as('count')])
    .where('state', '=', 'open')
    .groupBy('reason')
    .execute()
