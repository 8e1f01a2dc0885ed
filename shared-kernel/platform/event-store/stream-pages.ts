import { pages } from '#kernel/domain/pages.ts'
import type { EventStore, StoredEvent } from './event-store.ts'

const PAGE = 500

/** The events of one stream, page by page. */
export const streamPages = (
  { readStream }: Pick<EventStore, 'readStream'>,
  stream: string,
  { from = 0n, size = PAGE }: { readonly from?: bigint; readonly size?: number } = {},
): AsyncGenerator<readonly StoredEvent[], void> =>
  pages(size, (behind) => {
    const next = behind === undefined ? from : behind.revision + 1n
    return readStream(stream, { from: next, maxCount: size })
  })
