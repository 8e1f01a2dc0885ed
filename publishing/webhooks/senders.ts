import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { disableEndpoint } from './endpoints/disable.ts'
import type { WebhookEndpoint } from './endpoints/endpoints.ts'
import { type Sender, type SenderOptions, startSender } from './sending/sender.ts'

/** A sender for each endpoint. */
export interface Senders {
  /** An endpoint is new or has changed. */
  readonly change: (endpoint: WebhookEndpoint) => void
  readonly wake: (endpointIds: readonly string[]) => void
  readonly close: () => Promise<void>
}

interface SendersOptions extends Omit<SenderOptions, 'disable'> {
  readonly eventStore: Pick<EventStore, 'append'>
  readonly vault: Vault
}

export function sendersOf(options: SendersOptions): Senders {
  const { eventStore, logger, vault } = options
  const senders = new Map<string, Sender>()

  const disable: SenderOptions['disable'] = async (endpoint, reason, failingForMs) => {
    const failingSince = new Date(Date.now() - failingForMs)
    const isDone = await disableEndpoint({ eventStore, vault }, endpoint, { reason, failingSince })
    if (isDone) logger.error({ endpoint: endpoint.id, reason }, 'a webhook endpoint is disabled')
  }

  return {
    change(endpoint) {
      const sender = senders.get(endpoint.id)
      if (sender !== undefined) return sender.change(endpoint)
      senders.set(endpoint.id, startSender(endpoint, { ...options, disable }))
    },
    wake(endpointIds) {
      for (const id of new Set(endpointIds)) senders.get(id)?.wake()
    },
    close: async () => {
      await Promise.all([...senders.values()].map((sender) => sender.close()))
    },
  }
}
