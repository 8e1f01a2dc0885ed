import type { Static } from 'typebox'
import { KmtsVerification } from '#kernel/contract/kmts-verifications.ts'
import type { FaultMode } from '#stack/sandbox/operations/names.ts'
import type { SystemAddresses } from './system.ts'
import { type Answer, type Api, dataOf } from './system-client.ts'
import { type DealerOptions, newDealer } from './system-dealer.ts'

export const PATH = '/v1/kmts-verifications'

export type Verification = Static<typeof KmtsVerification>

/** A company that may ask the register, and needs no prices or templates for it. */
export const newShop = (system: SystemAddresses, options: DealerOptions = {}) =>
  newDealer(system, { lines: [], ...options, company: { kmtsEnabled: true, ...options.company } })

export const ask = (api: Api, scannedCode: unknown, headers: Record<string, string> = {}) =>
  api.post(PATH, { scannedCode }, headers)

export const verificationIn = (answer: Answer): Verification => dataOf(KmtsVerification, answer)

const List = { type: 'array', items: KmtsVerification } as const

export const listIn = (answer: Answer): readonly Verification[] => dataOf(List, answer)

/** What the register will do to the next queries. */
export const order = (
  { sandboxUrl }: SystemAddresses,
  mode: FaultMode,
  { times = 1, delayMs = 0 }: { readonly times?: number; readonly delayMs?: number } = {},
) =>
  fetch(`${sandboxUrl}/__sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ operation: 'kmts.query', mode, times, delayMs }),
  })

/** The queries that have reached the register, each by its request id. */
export async function callsAt({ sandboxUrl }: SystemAddresses): Promise<readonly string[]> {
  const answer = await fetch(`${sandboxUrl}/__sandbox/calls?operation=kmts.query`)
  const { calls }: { calls: { requestId: string }[] } = Object(await answer.json())
  return calls.map(({ requestId }) => requestId)
}
