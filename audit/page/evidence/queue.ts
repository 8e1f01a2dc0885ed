import type { Readable } from 'node:stream'
import { boundedQueue, TooBusy } from '#kernel/platform/waiting/bounded-queue.ts'

interface Queue {
  /** Costly: it reads the whole log. */
  readonly make: (companyId: string, isAwaited: () => boolean) => Promise<Readable>
  /** A slower reader does not get the whole package. */
  readonly longestSendingMs: number
}

/**
 * Makes packages one after the other. A slow reader delays no other, and a company has
 * one package at a time: the next one ends the sending of the last.
 */
export function evidenceQueue({ make, longestSendingMs }: Queue) {
  const queue = boundedQueue({ atOnce: 1, waiting: 20 })
  const making = new Set<string>()
  const sending = new Map<string, Readable>()

  function send(companyId: string, file: Readable) {
    sending.get(companyId)?.destroy()
    sending.set(companyId, file)
    const late = setTimeout(() => file.destroy(), longestSendingMs)
    file.once('close', () => {
      clearTimeout(late)
      if (sending.get(companyId) === file) sending.delete(companyId)
    })
    return file
  }

  return async (companyId: string, isAwaited: () => boolean): Promise<Readable> => {
    if (making.has(companyId)) throw new TooBusy()
    making.add(companyId)
    try {
      return send(companyId, await queue(() => make(companyId, isAwaited)))
    } finally {
      making.delete(companyId)
    }
  }
}
