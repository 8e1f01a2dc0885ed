import { expect, test } from 'vitest'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { infrastructureForThisFile } from '#test/support/infrastructure.ts'
import { booksOf, newBook, taking } from './books.ts'

const infrastructure = infrastructureForThisFile()
const { openBooks, fill, counting } = booksOf(infrastructure)

test('a document has one number, after any number of requests', async () => {
  const stream = newBook()
  const [one, other] = [openBooks(), openBooks()]
  expect(await one.take(taking(stream, 'a'))).toBe('1')
  expect(await one.take(taking(stream, 'a'))).toBe('1')
  expect(await other.take(taking(stream, 'a'))).toBe('1')
  expect(await other.take(taking(stream, 'b'))).toBe('2')
  expect(await one.take(taking(stream, 'b'))).toBe('2')
  expect(await one.take(taking(stream, 'c'))).toBe('3')
})

test('concurrent requests for one document get its one number', async () => {
  const stream = newBook()
  const [one, other] = [openBooks(), openBooks()]
  const takings = Array.from({ length: 12 }, (_, place) =>
    (place % 2 === 0 ? one : other).take(taking(stream, `document-${place % 3}`)),
  )
  expect(new Set(await Promise.all(takings)).size).toBe(3)
})

/** A process whose every write comes second, until its rival has written so often. */
function withRival(stream: string, times: number) {
  const { eventStore } = infrastructure()
  const rival = openBooks()
  let written = 0
  const store: EventStore = {
    ...eventStore,
    append: async (...append) => {
      if (written < times) await rival.take(taking(stream, `rival-${++written}`))
      return eventStore.append(...append)
    },
  }
  return { books: openBooks(store), written: () => written }
}

test('a request that loses fifty races still gets the next number', async () => {
  const stream = newBook()
  const { books } = withRival(stream, 50)
  expect(await books.take(taking(stream, 'ours'))).toBe('51')
})

test('a request that always loses is refused as unavailable, and has taken nothing', async () => {
  const stream = newBook()
  const { books, written } = withRival(stream, Number.POSITIVE_INFINITY)
  const refused = { name: 'StreamTooBusy', retryAfterSeconds: 1 }
  await expect(books.take(taking(stream, 'ours'))).rejects.toMatchObject(refused)
  expect(written()).toBeLessThanOrEqual(100)
  expect(await openBooks().take(taking(stream, 'next'))).toBe(String(written() + 1))
})

test('processes that fill one book concurrently leave no gap and refuse no request', async () => {
  const stream = newBook()
  const processes = Array.from({ length: 6 }, () => openBooks())
  const numbers = await Promise.all(
    processes.flatMap((books, process) =>
      Array.from({ length: 20 }, (_, place) =>
        books.take(taking(stream, `document-${process}-${place}`)),
      ),
    ),
  )
  expect(numbers.map(Number).toSorted((left, right) => left - right)).toEqual(
    Array.from({ length: 120 }, (_, index) => index + 1),
  )
})

test('a document keeps the number the client gave, in whichever process it is asked again', async () => {
  const stream = newBook()
  const [one, other] = [openBooks(), openBooks()]
  const own = (documentId: string, given: string) => taking(stream, documentId, { given })
  await other.revision(stream)
  expect(await one.take(own('a', '5'))).toBe('5')
  expect(await other.take(own('a', '5'))).toBe('5')
  await expect(other.take(own('b', '05'))).rejects.toMatchObject({
    code: 'CONFLICT',
    details: [{ field: 'data.number', rule: 'duplicate', existingId: 'a' }],
  })
})

test('a book of many numbers is not read to take the next one', async () => {
  const stream = newBook()
  await fill(stream, 2_500)
  const { store, read } = counting()
  const books = openBooks(store)
  const after = await books.revision(stream)
  expect(after).toBe(2_499n)
  expect(await books.take(taking(stream, 'new', { after }))).toBe('2501')
  // The last event, and the first one: it shows that nothing was cut off.
  expect(read()).toBe(2)
})

test('the search for an earlier number starts at the earliest possible place and spans pages', async () => {
  const stream = newBook()
  await fill(stream, 2_500)
  const { store, read } = counting()
  expect(await openBooks(store).take(taking(stream, 'old-2400', { after: 2_390n }))).toBe('2400')
  expect(read()).toBeLessThan(150)
  expect(await openBooks().take(taking(stream, 'old-7', { after: 2n }))).toBe('7')
  expect(await openBooks().take(taking(stream, 'old-1', { after: -1n }))).toBe('1')
})

test('a number that is no longer cached is found in the log', async () => {
  const stream = newBook()
  const books = openBooks()
  expect(await books.revision(stream)).toBe(-1n)
  await fill(stream, 10_020)
  expect(await books.expectedNumber(stream)).toBe(10_021n)
  expect(await books.take(taking(stream, 'old-3'))).toBe('3')
  expect(await books.take(taking(stream, 'new', { after: 10_019n }))).toBe('10021')
})

test('after a refused number the book is not read again', async () => {
  const stream = newBook()
  await openBooks().take(taking(stream, 'a', { given: '5' }))
  const { store, read } = counting()
  const books = openBooks(store)
  await books.revision(stream)
  const before = read()
  for (let asked = 0; asked < 5; asked++) {
    const wanted = taking(stream, `late-${asked}`, { given: '5', after: 0n })
    await expect(books.take(wanted)).rejects.toMatchObject({ code: 'CONFLICT' })
  }
  expect(read()).toBe(before)
})

test('after a lost answer the book is opened again, and the number is kept', async () => {
  const stream = newBook()
  const { eventStore } = infrastructure()
  let isLost = true
  const store: EventStore = {
    ...eventStore,
    append: async (...append) => {
      const appended = await eventStore.append(...append)
      if (isLost) throw new Error('the answer was lost')
      return appended
    },
  }
  const books = openBooks(store)
  await expect(books.take(taking(stream, 'a'))).rejects.toThrow('lost')
  isLost = false
  expect(await books.take(taking(stream, 'b'))).toBe('2')
  expect(await books.take(taking(stream, 'a'))).toBe('1')
})
