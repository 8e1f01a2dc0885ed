import type { EventStore } from '#kernel/platform/event-store/event-store.ts'

/** A stream of ours that an administrator of the event store deleted, cut or tombstoned. */
export interface DamagedStreamLine {
  readonly id: string
  readonly kind: 'stream'
  /** Null if nothing of it is left in the log: then it may have been another program's. */
  readonly companyId: string | null
  readonly state: 'damaged'
  readonly problem: string
}

/** Records that nothing can be decided on until somebody has mended their streams. */
export async function damagedStreams({
  damagedStreams: find,
}: Pick<EventStore, 'damagedStreams'>): Promise<readonly DamagedStreamLine[]> {
  const damages = await find()
  return damages.map(({ stream, companyId = null, problem }) => ({
    id: stream,
    kind: 'stream',
    companyId,
    state: 'damaged',
    problem,
  }))
}
