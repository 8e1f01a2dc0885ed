import type { NewDelivery } from './store.ts'

/** Parameters 1 to 6 of `ADD_DELIVERIES`. */
export const columnsOf = (deliveries: readonly NewDelivery[]) => [
  deliveries.map(({ endpointId }) => endpointId),
  deliveries.map(({ position }) => position.toString()),
  deliveries.map(({ webhookId }) => webhookId),
  deliveries.map(({ record }) => record),
  deliveries.map(({ type }) => type),
  deliveries.map(({ body }) => body),
]

/** The first of a record becomes its head unless another one waits already. */
export const ADD_DELIVERIES = `
  insert into webhooks.delivery
    (endpoint_id, position, webhook_id, record, type, body, is_head)
  select endpoint_id, position, webhook_id, record, type, body,
    position = min(position) over (partition by endpoint_id, record)
      and not exists (
        select from webhooks.delivery as waiting
        where waiting.endpoint_id = added.endpoint_id and waiting.record = added.record
      )
  from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[])
    as added (endpoint_id, position, webhook_id, record, type, body)
  on conflict (endpoint_id, position) do nothing`
