import { bodyOf, post, sandboxForThisTest, send } from '#test/support/running-sandbox.ts'
import type { SentInvoice } from './invoice-document.ts'

/** The calls of the protocol, each answered with its status and its body. */
export const invoicesAt = (base: string) => {
  const call = async (method: string, path: string, content?: unknown, signal?: AbortSignal) => {
    const response = await send(method, `${base}/${path}`, content, signal)
    const body: unknown = await response.json()
    return { status: response.status, body }
  }
  return {
    submit: ({ uuid, ...content }: SentInvoice, signal?: AbortSignal) =>
      call('PUT', `invoices/${uuid}`, content, signal),
    keep: ({ uuid, ...content }: SentInvoice, signal?: AbortSignal) =>
      call('PUT', `invoice-drafts/${uuid}`, content, signal),
    drop: (uuid: string, signal?: AbortSignal) =>
      call('DELETE', `invoice-drafts/${uuid}`, undefined, signal),
    status: (uuid: string) => call('GET', `invoices/${uuid}`),
    shown: (uuid: string) => bodyOf(`${base}/__sandbox/documents/${uuid}`),
    fault: (operation: string, mode: string, delayMs = 0) =>
      post(`${base}/__sandbox/faults`, { operation, mode, delayMs }),
  }
}

export async function invoicesForThisTest() {
  const { url, state } = await sandboxForThisTest()
  return { url, state, integrator: invoicesAt(url) }
}
