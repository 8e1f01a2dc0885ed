import type { Template } from './fold.ts'

/**
 * The template of a document: the one with that key or, without a key, the default. Of several,
 * one made for the purpose wins over one made for all purposes, then the lowest order.
 */
export const documentTemplate = (
  templates: readonly Template[],
  purpose: 'expense' | 'invoice',
  key?: string,
): Template | undefined =>
  templates
    .filter(({ statusType, deleted }) => !deleted && ['all', purpose].includes(statusType))
    .filter((template) => (key === undefined ? template.isDefault : template.key === key))
    .toSorted(
      (left, right) =>
        Number(right.statusType === purpose) - Number(left.statusType === purpose) ||
        left.order - right.order ||
        left.templateId.localeCompare(right.templateId, 'en'),
    )[0]
