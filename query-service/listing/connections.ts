import type { SessionSettings } from '#kernel/platform/database/session.ts'

/**
 * A page takes less time than to start a parallel worker or to compile a plan. Every statement is
 * planned for its own values, because one company may have a million rows and another one ten. Every
 * index begins with the company, so a sequential scan is never right, even if the statistics suggest it.
 */
export const forShortReads: SessionSettings = {
  jit: 'off',
  enable_seqscan: 'off',
  max_parallel_workers_per_gather: '0',
  plan_cache_mode: 'force_custom_plan',
}
