import type { Template } from './fold.ts'

/**
 * The template of an expense voucher: the one with that key or, without a key, the default. Of
 * several, one made for vouchers wins over one made for all purposes, then the lowest order.
 */
export function expenseTemplate(
  templates: readonly Template[],
  key?: string,
): Template | undefined {
  return templates
    .filter((template) => isUsable(template))
    .filter((template) => (key === undefined ? template.isDefault : template.key === key))
    .toSorted(byPrecedence)[0]
}

const isUsable = ({ statusType, deleted }: Template) =>
  !deleted && (statusType === 'all' || statusType === 'expense')

const byPrecedence = (left: Template, right: Template) =>
  Number(right.statusType === 'expense') - Number(left.statusType === 'expense') ||
  left.order - right.order ||
  left.templateId.localeCompare(right.templateId, 'en')
