import { expect, vi } from 'vitest'
import { customerEvents } from '#kernel/events/customer.ts'
import { webhookEndpointEvents } from '#kernel/events/webhook-endpoint.ts'
import type { Dealer } from '#test/projections/dealer.ts'
import { COMPANY, customerRecorded } from '#test/projections/samples.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import type { Received } from './receiver.ts'

export const ENDPOINT = '1'.repeat(24)
export const OTHER_ENDPOINT = '2'.repeat(24)
export const OTHER_COMPANY = '7'.repeat(24)
export const SECRET = Buffer.from('a secret of thirty-two bytes !!!').toString('base64')
export const patience = { timeout: LONGEST_WAIT_MS, interval: 10 }

interface EndpointLine {
  readonly url: string
  readonly id?: string
  readonly companyId?: string
  readonly eventTypes?: string[]
  readonly secrets?: string[]
  readonly status?: boolean
}

/** Records an endpoint as an import does, whatever its stream has already. */
export const endpointOf = (dealer: Dealer) => async (line: EndpointLine) => {
  const { url, id = ENDPOINT, companyId = COMPANY } = line
  const { eventTypes = ['sarraf.*'], secrets = [SECRET], status = true } = line
  const data = { companyId, endpointId: id, url, eventTypes, secrets, status }
  const event = { type: 'WebhookEndpointRecorded' as const, data }
  const encoded = await dealer.encoded(webhookEndpointEvents, id, event, { companyId })
  const last = await lastEventOf(dealer, id)
  return dealer.eventStore.append(streamOf(id), [encoded], last?.revision ?? 'no_stream')
}

export const streamOf = (id: string) => `webhookEndpoint-${id}`

export async function lastEventOf({ eventStore }: Dealer, id = ENDPOINT) {
  const [last] = await eventStore.readStream(streamOf(id), { direction: 'backwards', maxCount: 1 })
  return last
}

export const customer = (number: number) => number.toString(16).padStart(24, '0')

/** Records customers: each time one more event of the record. */
export const customersOf =
  (dealer: Dealer) =>
  async (numbers: readonly number[], companyId = COMPANY) => {
    for (const number of numbers) {
      const event = customerRecorded({ companyId, customerId: customer(number) })
      await dealer.write(customerEvents, `${companyId}${customer(number)}`, event, { companyId })
    }
  }

/** Events of a company that has no endpoint, a hundred at once. */
export async function writeForAnother(dealer: Dealer, hundreds: number) {
  const companyId = '8'.repeat(24)
  const event = customerRecorded({ companyId, customerId: customer(9) })
  for (let hundred = 0; hundred < hundreds; hundred++) {
    const id = `another${hundred}`
    const encoded = Array.from({ length: 100 }, () =>
      dealer.encoded(customerEvents, id, event, { companyId }),
    )
    await dealer.eventStore.append(`customer-${id}`, await Promise.all(encoded), 'no_stream')
  }
}

export const subjects = (received: readonly Received[]) =>
  received.map(({ payload }) => payload.subject)

/** Of what a receiver got about a customer. */
export const sequencesOf = (received: readonly Received[], number: number) =>
  received
    .filter(({ payload }) => payload.subject === customer(number))
    .map(({ payload }) => Number(payload.sequence))

/** Undefined as long as the log is not divided to its end. */
export async function waitingIn(dealer: Dealer): Promise<number | undefined> {
  const found = await dealer.rows<{ count: string; reached: boolean }>(
    `select count(delivery.position)::text as count,
       (select position from webhooks.place) >= $1::bigint as reached
     from (select 1) as one left join webhooks.delivery on true`,
    [(await dealer.eventStore.headOfLog()).toString()],
  )
  return found[0]?.reached === true ? Number(found[0].count) : undefined
}

/** Until every event so far was delivered, or is no longer tried. */
export const untilNothingWaits = (
  dealer: Dealer,
  within: { readonly timeout: number; readonly interval: number } = patience,
) => vi.waitFor(async () => expect(await waitingIn(dealer)).toBe(0), within)
