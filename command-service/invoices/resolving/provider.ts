import {
  expectCancelled,
  type Said,
  saidBy,
} from '#command/provider-documents/what-the-provider-says.ts'
import type { RequestedInvoice } from '../invoice-state.ts'
import { documentOf } from '../issuing/document.ts'
import { callOf, emailOf, type SettlingParts } from '../issuing/parts.ts'

export interface Asking {
  readonly parts: SettlingParts
  readonly invoice: RequestedInvoice
  readonly companyId: string
  readonly requestId: string
}

export async function ask({ parts, invoice, companyId, requestId }: Asking): Promise<Said> {
  const call = callOf(parts, invoice.content, { companyId, requestId })
  return saidBy(await parts.integrator.invoiceStatus(call, invoice.content.uuid))
}

/**
 * Uses the uuid up: it becomes a draft, which is nothing official, and the draft is deleted for good.
 * A submission which is still on its way is refused then.
 */
export async function fence(
  { parts, invoice, companyId, requestId }: Asking,
  about: { readonly said: Said; readonly withoutFence: boolean },
): Promise<void> {
  const { content } = invoice
  const { uuid, serial } = content
  const call = callOf(parts, invoice.content, { companyId, requestId })
  const document = documentOf(parts, content, companyId)
  const kept = await parts.integrator.keepDraft(call, {
    uuid,
    document,
    serial,
    email: emailOf(content),
  })
  // What is refused as a draft has an end there already, or could not be accepted either.
  const isThere = kept.kind === 'done' || kept.kind === 'refused'
  expectCancelled(isThere ? await parts.integrator.deleteDraft(call, uuid) : kept, about)
}
