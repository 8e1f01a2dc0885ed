import type { SanctionSource } from '#kernel/platform/settings/sanction-settings.ts'
import { shownUrl } from './download.ts'
import type { ListUpdate } from './update-list.ts'

type Failed = Extract<ListUpdate, { readonly outcome: 'failed' }>

/** As `sanctions import` says it. */
export const summaryOf = ({
  list,
  outcome,
  version,
  rows,
  skipped,
}: Exclude<ListUpdate, Failed>) => ({
  list,
  version,
  rows,
  skipped,
  unchanged: outcome === 'unchanged',
})

export type ListSummary = ReturnType<typeof summaryOf>

/** One line without what may be secret in an address. */
export function failureOf({ list, failure }: Failed, sources: readonly SanctionSource[]): string {
  const source = sources.find((each) => each.list === list)
  const shown = source === undefined ? 'its source' : shownUrl(new URL(source.url))
  return failure.message.startsWith(shown)
    ? failure.message
    : `${shown} ${failure.message}. The version in use stays.`
}
