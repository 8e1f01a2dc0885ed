import { type SetAsideRow, setAsideNamed } from '#command/bank-queries/set-aside-table.ts'
import type { ReadModels } from '#command/read-models.ts'
import { isRecordId } from '#kernel/domain/ids.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'

export interface Scope {
  readonly companyId: string | null
  readonly accountId: string | null
}

interface ScopeOptions {
  readonly company?: string | undefined
  readonly account?: string | undefined
}

export const scopeOf = ({ company, account }: ScopeOptions): Scope => ({
  companyId: idIn('--company', company),
  accountId: idIn('--account', account),
})

function idIn(option: string, given: string | undefined): string | null {
  if (given === undefined) return null
  if (isRecordId(given)) return given.toLowerCase()
  throw new CommandError(`${option} must have 24 hexadecimal digits.`)
}

const MOST_NAMED = 20

/** The one booking that waits under a stamp or an id; where none waits, the one that is decided. */
export async function findBooking(
  readModels: ReadModels,
  name: string,
  scope: Scope,
): Promise<SetAsideRow> {
  const found = await setAsideNamed(readModels, name.trim(), { ...scope, onlyOpen: false })
  const open = found.filter(({ state }) => state === 'open')
  const [one, another] = open.length > 0 ? open : found
  if (one === undefined) throw new CommandError(`No booking ${name} is set aside.`)
  if (another === undefined) return one
  const ids = (open.length > 0 ? open : found).slice(0, MOST_NAMED).map(described).join(', ')
  throw new CommandError(
    `${name} names several bookings. Name one by its id, or its --company and --account: ${ids}.`,
  )
}

const described = ({ id, company_id, account_id }: SetAsideRow) =>
  `${id} (company ${company_id}, account ${account_id})`
