/**
 * A page takes less time than to start a parallel worker or to compile a plan. Every statement is
 * planned for its own values, because one company may have a million rows and another one ten. Every
 * index begins with the company, so a sequential scan is never right, even if the statistics suggest it.
 */
const settings = {
  jit: 'off',
  enable_seqscan: 'off',
  max_parallel_workers_per_gather: '0',
  plan_cache_mode: 'force_custom_plan',
}

/** Adds the settings for short reads to the address of a database. */
export function forShortReads(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  const given = url.searchParams.get('options') ?? ''
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  url.searchParams.set('options', [...ours, given].join(' ').trim())
  return url.href
}
