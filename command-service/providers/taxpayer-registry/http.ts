import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { addressBelow, jsonCall } from '../http-call.ts'
import { ProviderUnavailable } from '../provider-unavailable.ts'
import type { TaxpayerRegistry } from './port.ts'

export interface HttpTaxpayerRegistry {
  readonly url: string
  /** For the whole call, its answer read. */
  readonly timeoutMs: number
}

/** An entry is one line. */
const maximumBytes = 65_536

const entry = Compile(
  Type.Object({
    taxNumber: Type.String(),
    eInvoice: Type.Boolean(),
    title: Type.Union([Type.String(), Type.Null()]),
  }),
)

export function httpTaxpayerRegistry(registry: HttpTaxpayerRegistry): TaxpayerRegistry {
  return {
    async isEInvoiceTaxpayer(taxNumber, { requestId = randomUUID() } = {}) {
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
  const address = addressBelow(url, `/taxpayers/${taxNumber}`)
  const answer = await jsonCall({
    provider: 'taxpayerRegistry',
    operation: 'isEInvoiceTaxpayer',
    method: 'GET',
    url: address,
    requestId,
    timeoutMs,
    maximumBytes,
  })
  if (answer.kind === 'unknown') throw unavailable(answer.errorMessage)
  if (answer.status !== 200) throw unavailable(`status ${answer.status}`)
  return answer.body
}

const unavailable = (reason: string) => new ProviderUnavailable('taxpayer registry', reason)
