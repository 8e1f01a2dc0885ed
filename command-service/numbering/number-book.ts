import { detail } from '#kernel/domain/detail.ts'
import { filled } from '#kernel/domain/messages/message.ts'
import { reject } from '#kernel/domain/rejection.ts'
import type { NumberBookEvent } from '#kernel/events/claims.ts'

type NumberTaken = NumberBookEvent['data']

/**
 * The numbers of one company and serial: what is taken, and what comes next. A book can hold very
 * many, so that its one owner changes it in place.
 */
export interface NumberBook {
  /** Every number from 1 to here is taken. */
  sequence: bigint
  /** Numbers above the sequence that clients gave, and the documents that have them. */
  readonly ahead: Map<bigint, string>
}

export interface TakeNumber {
  readonly serial: string
  readonly documentId: string
  /** The number that the client gave, or null for the next of the sequence. */
  readonly given: string | null
}

export const bookOf = (sequence = 0n): NumberBook => ({ sequence, ahead: new Map() })

/** The number of the next document for which the client gives none. */
export const nextNumber = (book: NumberBook): bigint => takenFrom(book.sequence, book) + 1n

/** The event that takes a number. Taken ones are refused; none is ever skipped or used twice. */
export function takeNumber(book: NumberBook, take: TakeNumber): NumberBookEvent {
  const { serial, documentId, given } = take
  const next = nextNumber(book)
  const number = given === null ? next : BigInt(given)
  const isTaken = number <= book.sequence || book.ahead.has(number)
  if (isTaken) return refuseTaken(take, book.ahead.get(number))
  const sequence = number === next ? takenFrom(number, book) : book.sequence
  const data: NumberTaken = {
    serial,
    number: number.toString(),
    documentId,
    given: given !== null,
    sequence: sequence.toString(),
    ahead:
      sequence === book.sequence
        ? book.ahead.size + 1
        : book.ahead.size - passedBy(sequence, book).length,
  }
  return { type: 'NumberTaken', data }
}

/**
 * The event that enters a number which another system gave. A dealer continues his book: the sequence goes on behind the
 * highest of them. Whether a document has the number is for the caller to know.
 */
export function importNumber(
  book: NumberBook,
  { serial, documentId, number }: Omit<TakeNumber, 'given'> & { readonly number: bigint },
): NumberBookEvent {
  const sequence = number > book.sequence ? takenFrom(number, book) : book.sequence
  const data: NumberTaken = {
    serial,
    number: number.toString(),
    documentId,
    given: true,
    sequence: sequence.toString(),
    ahead: book.ahead.size - passedBy(sequence, book).length,
  }
  return { type: 'NumberImported', data }
}

export function evolveBook(book: NumberBook, { data }: NumberBookEvent): void {
  const [number, sequence] = [BigInt(data.number), BigInt(data.sequence)]
  if (number > sequence) book.ahead.set(number, data.documentId)
  for (const passed of passedBy(sequence, book)) book.ahead.delete(passed)
  book.sequence = sequence
}

/** The numbers that clients gave, and that a sequence of this length passes over. */
function passedBy(sequence: bigint, book: NumberBook): readonly bigint[] {
  if (book.ahead.size === 0 || sequence === book.sequence) return []
  return [...book.ahead.keys()].filter((number) => number <= sequence)
}

/** The last number up to which every one from here on is taken. */
function takenFrom(number: bigint, { ahead }: NumberBook): bigint {
  let reached = number
  while (ahead.has(reached + 1n)) reached++
  return reached
}

/** Of a number that the sequence has passed, the book does not know the holder. */
export const refuseTaken = (
  { serial, given }: Pick<TakeNumber, 'serial' | 'given'>,
  existingId: string | undefined,
) =>
  reject(
    'CONFLICT',
    filled('Number {number} of serial {serial} is taken.', { number: given ?? '', serial }),
    [detail('data.number', 'duplicate', existingId === undefined ? {} : { existingId })],
  )
