import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bookOf,
  evolveBook,
  type NumberBook,
  nextNumber,
  takeNumber,
} from '#command/numbering/number-book.ts'
import type { NumberBookEvent } from '#kernel/events/claims.ts'
import { cover } from '#test/support/cover.ts'
import { expectRefusal, rejectionOf } from '#test/support/decider-spec.ts'

const next = (documentId: string) => ({ serial: 'GP', documentId, given: null })
const own = (documentId: string, given: string) => ({ serial: 'GP', documentId, given })

function bookAfter(...takings: readonly Parameters<typeof takeNumber>[1][]) {
  const book = bookOf()
  const events = takings.map((taking) => taken(book, taking))
  return { book, events, numbers: events.map(({ data }) => data.number) }
}

function taken(book: NumberBook, taking: Parameters<typeof takeNumber>[1]): NumberBookEvent {
  const event = takeNumber(book, taking)
  evolveBook(book, event)
  return event
}

describe('the numbers of a serial', () => {
  test('begin with 1 and have no gap', () => {
    const { events, numbers, book } = bookAfter(next('a'), next('b'), next('c'))
    expect(numbers).toEqual(['1', '2', '3'])
    expect(nextNumber(book)).toBe(4n)
    expect(events[1]).toEqual({
      type: 'NumberTaken',
      data: {
        serial: 'GP',
        number: '2',
        documentId: 'b',
        given: false,
        sequence: '2',
        ahead: 0,
      },
    })
  })

  test('a number from a request may be ahead, and the sequence continues below it', () => {
    const { numbers, events } = bookAfter(next('a'), own('b', '4'), next('c'))
    expect(numbers).toEqual(['1', '4', '2'])
    expect(events.map(({ data }) => [data.sequence, data.ahead])).toEqual([
      ['1', 0],
      ['1', 1],
      ['2', 1],
    ])
  })

  test('the sequence skips numbers from requests', () => {
    const { numbers, events, book } = bookAfter(
      own('a', '2'),
      own('b', '3'),
      own('c', '7'),
      next('d'),
      next('e'),
    )
    expect(numbers).toEqual(['2', '3', '7', '1', '4'])
    expect(events.map(({ data }) => [data.sequence, data.ahead])).toEqual([
      ['0', 1],
      ['0', 2],
      ['0', 3],
      ['3', 1],
      ['4', 1],
    ])
    expect(nextNumber(book)).toBe(5n)
  })

  test('a given number that is the next one moves the sequence on', () => {
    const { numbers, book } = bookAfter(own('a', '2'), own('b', '1'), next('c'))
    expect(numbers).toEqual(['2', '1', '3'])
    expect(book).toEqual(bookOf(3n))
  })

  test('leading zeros make no other number', () => {
    const { numbers, book } = bookAfter(own('a', '007'))
    expect(numbers).toEqual(['7'])
    expectRefusal(() => takeNumber(book, own('b', '7')), 'CONFLICT')
    expectRefusal(() => takeNumber(book, own('b', '00007')), 'CONFLICT')
  })

  test('a number ahead that is taken is refused with the document that has it', () => {
    const { book } = bookAfter(own('a', '7'))
    expectRefusal(() => takeNumber(book, own('b', '7')), 'CONFLICT', [
      { field: 'data.number', rule: 'duplicate', existingId: 'a' },
    ])
  })

  test('a number of the sequence that is taken is refused', () => {
    const { book } = bookAfter(next('a'), next('b'))
    expectRefusal(() => takeNumber(book, own('c', '1')), 'CONFLICT', [
      { field: 'data.number', rule: 'duplicate' },
    ])
  })

  test('a skipped number stays taken', () => {
    const { book } = bookAfter(own('a', '2'), next('b'))
    expectRefusal(() => takeNumber(book, own('c', '2')), 'CONFLICT', [
      { field: 'data.number', rule: 'duplicate' },
    ])
  })

  test('the largest number a client can give is exact', () => {
    const { numbers } = bookAfter(own('a', '999999999999999'), own('b', '999999999999998'))
    expect(numbers).toEqual(['999999999999999', '999999999999998'])
  })

  test('a book opened at its last event counts like one read in full', () => {
    const { book } = bookAfter(own('a', '2'), next('b'), next('c'))
    expect(book).toEqual(bookOf(3n))
    expect(taken(bookOf(3n), next('d'))).toEqual(taken(book, next('d')))
  })
})

test('after any commands no number is used twice and the sequence has no gap', () => {
  const takings = fc.array(
    fc.option(fc.integer({ min: 1, max: 12 }).map(String), { nil: null, freq: 2 }),
    { maxLength: 30 },
  )
  const cases = cover('refused', 'ahead of the sequence', 'passed over')
  cases.assert(
    fc.property(takings, (given) => {
      const book = bookOf()
      const events = given.flatMap((number, index) => {
        const taking = { serial: 'GP', documentId: `voucher-${index}`, given: number }
        let event: NumberBookEvent | undefined
        const refusal = rejectionOf(() => {
          event = taken(book, taking)
        })
        expect(refusal === undefined || number !== null).toBe(true)
        cases.count('refused', refusal !== undefined)
        return event ?? []
      })
      const all = events.map(({ data }) => Number(data.number))
      const counted = events
        .filter(({ data }) => !data.given)
        .map(({ data }) => Number(data.number))
      expect(new Set(all).size).toBe(all.length)
      const upToLast = Array.from({ length: Math.max(0, ...counted) }, (_, index) => index + 1)
      expect(all).toEqual(expect.arrayContaining(upToLast))
      const last = events.at(-1)?.data
      const firstFree = upToFirstGap(all)
      expect(last?.sequence ?? '0').toBe(String(firstFree))
      expect(last?.ahead ?? 0).toBe(all.filter((number) => number > firstFree).length)
      cases.count('ahead of the sequence', (last?.ahead ?? 0) > 0)
      cases.count('passed over', counted.length < firstFree)
    }),
    { atLeast: 3 },
  )
})

function upToFirstGap(numbers: readonly number[]): number {
  let reached = 0
  while (numbers.includes(reached + 1)) reached++
  return reached
}
