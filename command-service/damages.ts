import { Gauge, type Registry } from 'prom-client'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'

export function exposeDamages(
  registry: Registry,
  { metDamages }: Pick<EventStore, 'metDamages'>,
): void {
  const gauge: Gauge = new Gauge({
    name: 'sarraf_damaged_streams',
    help: 'Streams that this process needed, and that were deleted, cut or tombstoned',
    registers: [registry],
    collect: () => gauge.set(metDamages()),
  })
}
