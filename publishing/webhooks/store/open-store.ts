import type { ClientBase } from 'pg'
import { attemptLog } from './attempt-log.ts'
import { dividedLog } from './divided-log.ts'
import { dueDeliveries } from './due-deliveries.ts'
import { keptReplays } from './kept-replays.ts'
import type { DeliveryStore } from './store.ts'

export const deliveryStore = (client: ClientBase): DeliveryStore => ({
  ...dividedLog(client),
  ...keptReplays(client),
  ...dueDeliveries(client),
  ...attemptLog(client),
})
