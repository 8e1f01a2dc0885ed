/**
 * A page takes less time than a second process takes to start, or a plan to be compiled. A plan is made
 * for the values at hand: one company may have a million rows, the next one ten. Every index begins with
 * the company: to look at all rows of a table is never right, whatever its statistics say by now.
 */
const settings = {
  jit: 'off',
  enable_seqscan: 'off',
  max_parallel_workers_per_gather: '0',
  plan_cache_mode: 'force_custom_plan',
}

/** The address of a database, with what connections for pages of lists are set to. */
export function forShortReads(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  const given = url.searchParams.get('options') ?? ''
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  url.searchParams.set('options', [...ours, given].join(' ').trim())
  return url.href
}
