import { documentTemplate } from './document-template.ts'
import type { Template } from './fold.ts'

/** The template of an expense voucher: the named one or the default. */
export const expenseTemplate = (
  templates: readonly Template[],
  key?: string,
): Template | undefined => documentTemplate(templates, 'expense', key)
