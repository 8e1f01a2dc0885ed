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

/**
 * The end of a statement, behind other common table expressions. The first of a record becomes its
 * head: one that waits for its turn already, if an earlier one comes by a replay, no longer is.
 */
export const ADD_DELIVERIES = addDeliveriesIf('true')

/** The same, of which nothing happens unless the condition holds. */
export function addDeliveriesIf(condition: string) {
  return `added as (
    select * from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[])
      as added (endpoint_id, position, webhook_id, record, type, body)
    where ${condition}
  ), first as (
    select endpoint_id, record, min(position) as position from added group by endpoint_id, record
  ), behind as (
    update webhooks.delivery set is_head = false, next_at = clock_timestamp()
    from first
    where delivery.endpoint_id = first.endpoint_id and delivery.record = first.record
      and delivery.position > first.position and delivery.is_head
  )
  insert into webhooks.delivery
    (endpoint_id, position, webhook_id, record, type, body, is_head)
  select added.endpoint_id, added.position, webhook_id, added.record, type, body,
    added.position = first.position
      and not exists (
        select from webhooks.delivery as waiting
        where waiting.endpoint_id = added.endpoint_id and waiting.record = added.record
          and waiting.position < added.position
      )
  from added join first using (endpoint_id, record)
  on conflict (endpoint_id, position) do nothing`
}
