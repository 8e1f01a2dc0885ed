import { detail } from '#kernel/domain/detail.ts'
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
export const nextNumber = ({ sequence }: NumberBook): bigint => sequence + 1n

/** The event that takes a number. Taken ones are refused; none is ever skipped or used twice. */
export function takeNumber(book: NumberBook, take: TakeNumber): NumberBookEvent {
  const { serial, documentId, given } = take
  const number = given === null ? nextNumber(book) : BigInt(given)
  if (number <= book.sequence || book.ahead.has(number)) {
    return refuseTaken(take, book.ahead.get(number))
  }
  const sequence = sequenceAfter(book, number)
  const passed = Number(sequence - book.sequence)
  const data: NumberTaken = {
    serial,
    number: number.toString(),
    documentId,
    given: given !== null,
    sequence: sequence.toString(),
    ahead: passed === 0 ? book.ahead.size + 1 : book.ahead.size - (passed - 1),
  }
  return { type: 'NumberTaken', data }
}

export function evolveBook(book: NumberBook, { data }: NumberBookEvent): void {
  const sequence = BigInt(data.sequence)
  if (sequence === book.sequence) book.ahead.set(BigInt(data.number), data.documentId)
  for (let passed = book.sequence + 1n; passed <= sequence; passed++) book.ahead.delete(passed)
  book.sequence = sequence
}

/** Numbers that clients gave count as taken: the sequence passes over them. */
function sequenceAfter({ sequence, ahead }: NumberBook, number: bigint): bigint {
  if (number !== sequence + 1n) return sequence
  let reached = number
  while (ahead.has(reached + 1n)) reached++
  return reached
}

/** Of a number that the sequence has passed, the book does not know the holder. */
export const refuseTaken = (
  { serial, given }: Pick<TakeNumber, 'serial' | 'given'>,
  existingId: string | undefined,
) =>
  reject('CONFLICT', `Number ${given} of serial ${serial} is taken.`, [
    detail('data.number', 'duplicate', existingId === undefined ? {} : { existingId }),
  ])
