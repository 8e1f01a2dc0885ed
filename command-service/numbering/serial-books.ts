import { LRUCache } from 'lru-cache'
import { isPrintedAlike, printedForm } from '#kernel/domain/printed-form.ts'
import { atMost } from '#kernel/platform/process/at-most.ts'
import type { Log } from '../event-sourcing/log.ts'

const REMEMBERED_MS = 60_000
const MAX_REMEMBERED = 10_000

/** A serial of a company. */
export interface Serial {
  readonly companyId: string
  readonly serial: string
}

/** The spellings of the serials under which a company's documents have numbers; a moment late at most. */
export type SerialsOf = (companyId: string) => Promise<readonly string[]>

/** The streams of the number books of one serial. */
export interface BooksOfSerial {
  /** The only one in which numbers are taken. */
  readonly stream: string
  /** Books of other spellings that released versions kept: what is taken there is taken. */
  readonly others: readonly string[]
}

/**
 * Serials that are printed alike have one book, named for the printed form, whatever is known of other spellings: so all
 * processes write the same one at any time. Released versions named a book for the exact spelling. Such books are only read.
 */
export function serialBooks({ eventStore, vault }: Log, serialsOf: SerialsOf) {
  const remembered = new LRUCache<string, Promise<BooksOfSerial>>({
    ...atMost(MAX_REMEMBERED),
    ttl: REMEMBERED_MS,
  })

  const streamOf = (companyId: string, name: string) =>
    `numberBook-${vault.pseudonym('book', 'expenseVoucher', companyId, name)}`

  const isThere = async (stream: string) =>
    (await eventStore.readStream(stream, { maxCount: 1 })).length > 0

  async function find({ companyId, serial }: Serial): Promise<BooksOfSerial> {
    const stream = streamOf(companyId, printedForm(serial))
    const spelled = [serial, ...(await serialsOf(companyId))]
    const alike = spelled.filter((other) => isPrintedAlike(other, serial))
    const earlier = new Set(alike.map((other) => streamOf(companyId, other)))
    earlier.delete(stream)
    const others: string[] = []
    for (const other of earlier) if (await isThere(other)) others.push(other)
    return { stream, others }
  }

  return (wanted: Serial): Promise<BooksOfSerial> => {
    const key = JSON.stringify([wanted.companyId, wanted.serial])
    const known = remembered.get(key)
    if (known !== undefined) return known
    const finding = find(wanted)
    remembered.set(key, finding)
    finding.catch(() => remembered.delete(key))
    return finding
  }
}
