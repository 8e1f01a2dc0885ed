import type { Detail } from '#kernel/domain/detail.ts'

/** What was told to be wrong: field → rule. */
export const rulesByField = ({ faults }: { readonly faults?: readonly Detail[] | undefined }) =>
  Object.fromEntries((faults ?? []).map(({ field, rule }) => [field, rule]))
