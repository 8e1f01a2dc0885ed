import { printedForm } from '#kernel/domain/printed-form.ts'
import type { NumberBookEvent } from '#kernel/events/claims.ts'
import { type Check, type EventPlace, faultOf } from './check.ts'

interface Book {
  /** Every number from 1 to this one is taken. */
  sequence: bigint
  /** Taken numbers above the sequence. */
  readonly ahead: Set<bigint>
  /** What another system gave may be as high as it likes: between these the sequence left numbers out. */
  readonly leftOut: { readonly after: bigint; readonly before: bigint }[]
  /** Numbers in between that documents have. */
  readonly entered: Set<bigint>
}

const newBook = (): Book => ({ sequence: 0n, ahead: new Set(), leftOut: [], entered: new Set() })

const fault = faultOf('numbers')

/**
 * In each serial of a company, every number from 1 on is taken, and none twice. The voucher for which
 * a number was taken bears it. Memory: the numbers above the sequences, and those of open vouchers.
 * Released versions kept a book for each spelling of a serial: a book passes over what others that are printed alike hold.
 */
export function numbersCheck(): Check {
  const books = new Map<string, Book>()
  const alike = new Map<string, Set<Book>>()
  /** Vouchers of the past: a later word of one takes no number. */
  const entered = new Set<string>()
  const taken = new Map<string, NumberOfSerial & { readonly isImported: boolean }>()

  function take({ type, data }: NumberBookEvent, place: EventPlace) {
    const book = books.get(place.stream) ?? newBook()
    books.set(place.stream, book)
    const key = JSON.stringify([place.companyId, printedForm(data.serial)])
    const spellings = alike.get(key) ?? new Set()
    alike.set(key, spellings.add(book))
    const number = BigInt(data.number)
    const words = `number ${data.number} of serial ${data.serial}`
    const isImported = type === 'NumberImported'
    const isFree = isImported && isLeftOut(book, number)
    if ((number <= book.sequence && !isFree) || book.ahead.has(number)) {
      return fault(place, `${words} is taken again, for ${data.documentId}`)
    }
    if (taken.has(data.documentId)) {
      return fault(place, `${data.documentId} takes a second number, ${data.number}`)
    }
    taken.set(data.documentId, { serial: data.serial, number: data.number, isImported })
    if (isImported) {
      book.entered.add(number)
      if (number > book.sequence) goOnBehind(book, number)
      return undefined
    }
    if (!data.given) {
      passOver(book, spellings, number)
      if (number !== book.sequence + 1n) {
        return fault(place, `${words} leaves a gap behind ${book.sequence}`)
      }
    }
    book.ahead.add(number)
    while (book.ahead.delete(book.sequence + 1n)) book.sequence += 1n
    return undefined
  }

  return {
    numberBook: take,
    voucher({ type, data }, place) {
      const number = taken.get(data.voucherId)
      switch (type) {
        case 'VoucherImported':
        case 'VoucherFinalized': {
          taken.delete(data.voucherId)
          const isLater = type === 'VoucherImported' && entered.has(data.voucherId)
          if (type === 'VoucherImported') entered.add(data.voucherId)
          if (isLater) return undefined
          return otherNumber(number, data, place)
        }
        case 'DraftDeleted':
        case 'VoucherAbandoned':
          // An import that was interrupted is repeated, and then writes the document.
          if (number === undefined || number.isImported) return undefined
          return fault(place, `number ${number.number} of serial ${number.serial} is lost with it`)
        default:
          return undefined
      }
    },
  }
}

interface NumberOfSerial {
  readonly serial: string
  readonly number: string
}

/** A voucher bears the number that was taken for it. */
function otherNumber(taken: NumberOfSerial | undefined, born: NumberOfSerial, place: EventPlace) {
  const words = `number ${born.number} of serial ${born.serial}`
  if (taken === undefined) return fault(place, `${words} was taken in no book`)
  const isIts = taken.number === born.number && taken.serial === born.serial
  if (isIts) return undefined
  return fault(place, `${words} is not ${taken.number} of ${taken.serial}, which it took`)
}

const isLeftOut = ({ leftOut, entered }: Book, number: bigint) =>
  !entered.has(number) && leftOut.some(({ after, before }) => after < number && number < before)

/** The sequence goes on behind a number that another system gave. */
function goOnBehind(book: Book, number: bigint): void {
  book.leftOut.push({ after: book.sequence, before: number })
  for (const ahead of book.ahead) {
    if (ahead > number) continue
    book.ahead.delete(ahead)
    book.entered.add(ahead)
  }
  book.sequence = number
  while (book.ahead.delete(book.sequence + 1n)) book.sequence += 1n
}

/** Moves the sequence up to the number before this one, as far as each is taken in one of the books. */
function passOver(book: Book, spellings: ReadonlySet<Book>, number: bigint): void {
  const isTaken = (wanted: bigint) =>
    [...spellings].some(({ sequence, ahead }) => wanted <= sequence || ahead.has(wanted))
  while (book.sequence + 1n < number && isTaken(book.sequence + 1n)) {
    book.sequence += 1n
    book.ahead.delete(book.sequence)
  }
}
