import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { ProviderUnavailable } from '../provider-unavailable.ts'
import type { TaxpayerRegistry } from './port.ts'

export interface HttpTaxpayerRegistry {
  readonly url: string
  /** For the whole call, its answer read. */
  readonly timeoutMs: number
}

const entry = Compile(
  Type.Object({
    taxNumber: Type.String(),
    eInvoice: Type.Boolean(),
    title: Type.Union([Type.String(), Type.Null()]),
  }),
)

export function httpTaxpayerRegistry(registry: HttpTaxpayerRegistry): TaxpayerRegistry {
  return {
    async isEInvoiceTaxpayer(taxNumber, requestId = randomUUID()) {
      // The registry knows tax and national numbers only; a passport's is not even shown to it.
      if (!/^\d{10,11}$/.test(taxNumber)) return false
      const answer = await ask(registry, taxNumber, requestId)
      if (!entry.Check(answer) || answer.taxNumber !== taxNumber) throw unavailable('unreadable')
      return answer.eInvoice
    },
  }
}

async function ask(
  { url, timeoutMs }: HttpTaxpayerRegistry,
  taxNumber: string,
  requestId: string,
): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs)
  const headers = { accept: 'application/json', 'x-request-id': requestId }
  const address = `${url.replace(/\/+$/, '')}/taxpayers/${taxNumber}`
  try {
    const response = await fetch(address, { headers, signal, redirect: 'error' })
    const text = await response.text()
    if (!response.ok) throw unavailable(`status ${response.status}`)
    return parseJson(text)
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw error
    throw unavailable('no answer', error)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw unavailable('unreadable', error)
  }
}

const unavailable = (reason: string, cause?: unknown) =>
  new ProviderUnavailable('taxpayer registry', reason, { cause })
