import type { AnyEvent, EventFamily } from '#kernel/events/event-family.ts'
import type { NewEvent } from '#kernel/platform/event-store/event-store.ts'
import { encodeEvent } from '#kernel/platform/recording/event-codec.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'

export interface Example {
  readonly category: string
  readonly event: AnyEvent
  readonly recorded: (vault: Vault, at: Place) => Promise<NewEvent>
}

interface Place {
  readonly stream: string
  readonly id: string
}

export const companyId = 'c0ffee000000000000000001'
export const voucherId = 'b0b000000000000000000001'
export const transactionId = '7a0000000000000000000001'
export const at = '2026-11-20T09:45:00.123Z'

/** Events of one family, in their latest shape: full ones, and ones that leave out all they may. */
export function examplesOf<Event extends AnyEvent>(
  family: EventFamily<Event>,
  ...events: readonly NoInfer<Event>[]
): Example[] {
  return events.map((event) => ({
    category: family.category,
    event,
    recorded: (vault, { stream, id }) =>
      encodeEvent(vault, {
        family,
        event,
        id,
        stream,
        recordedAt: at,
        origin: {
          companyId,
          actor: { kind: 'apiUser', id: 'desk-1' },
          commandId: '5b2f1c1e-6a4e-4f8e-9d0a-0f6a4d2c9b11',
          requestId: '0d9be1a4-3c57-4f3b-8f0e-6c0f5b7a2d33',
          idempotencyKey: 'key-1',
          ip: '192.0.2.7',
          userAgent: 'till/1.0',
          causationId: null,
          correlationId: '5b2f1c1e-6a4e-4f8e-9d0a-0f6a4d2c9b11',
        },
        owner: { companyId, purpose: 'fiscal', person: '10000000146' },
      }),
  }))
}
