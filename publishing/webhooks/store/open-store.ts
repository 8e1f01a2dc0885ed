import type { ClientBase } from 'pg'
import { dividedLog } from './divided-log.ts'
import { dueDeliveries } from './due-deliveries.ts'
import { keptReplays } from './kept-replays.ts'

/** The stored deliveries. One connection uses it, one statement after the other. */
export type DeliveryStore = ReturnType<typeof deliveryStore>

export const deliveryStore = (client: ClientBase) => ({
  ...dividedLog(client),
  ...keptReplays(client),
  ...dueDeliveries(client),
})
