import { documentTemplate } from './document-template.ts'
import type { Template } from './fold.ts'

/** The template of an invoice: the named one or the default. */
export const invoiceTemplate = (
  templates: readonly Template[],
  key?: string,
): Template | undefined => documentTemplate(templates, 'invoice', key)
