import type { SessionSettings } from '#kernel/platform/database/session.ts'

/**
 * A page takes less time than to start a parallel worker or to compile a plan. Every index begins with
 * the company, so a sequential scan is never right, even if the statistics suggest it.
 */
const shortReads: SessionSettings = {
  jit: 'off',
  enable_seqscan: 'off',
  max_parallel_workers_per_gather: '0',
}

/**
 * Every statement is planned for its own values, because one company may have a million rows and
 * another one ten.
 */
export const forShortReads: SessionSettings = {
  ...shortReads,
  plan_cache_mode: 'force_custom_plan',
}

/**
 * For statements that follow an index whatever their values are: to plan one takes longer than to
 * execute it, so each connection plans it once.
 */
export const forPlansMadeOnce: SessionSettings = {
  ...shortReads,
  plan_cache_mode: 'force_generic_plan',
}
