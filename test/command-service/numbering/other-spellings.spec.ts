import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NumberTaking } from '#command/numbering/number-books.ts'
import { cover } from '#test/support/cover.ts'
import { infrastructureForThisFile } from '#test/support/infrastructure.ts'
import { booksOf, newBook, taking } from './books.ts'

const infrastructure = infrastructureForThisFile()
const { openBooks, fill, counting } = booksOf(infrastructure)

// Books of other spellings of a serial, which earlier versions kept.

test('numbers of another spelling’s book are taken, named by their holders, and passed over', async () => {
  const [stream, other] = [newBook(), newBook()]
  const others = [other]
  for (const [documentId, given] of [
    ['a', null],
    ['b', null],
    ['c', '5'],
  ] as const) {
    await openBooks().take(taking(other, documentId, { given }))
  }

  expect(await openBooks().expectedNumber({ stream, others })).toBe(3n)
  for (const [given, existingId] of [
    ['1', 'a'],
    ['2', 'b'],
    ['5', 'c'],
  ] as const) {
    const refused = { details: [{ field: 'data.number', rule: 'duplicate', existingId }] }
    const wanted = { serial: 'GP', documentId: 'x', given }
    const books = openBooks()
    await expect(books.refuseTaken({ stream, others }, wanted)).rejects.toMatchObject(refused)
    const given5 = books.take(taking(stream, 'x', { given, others }))
    await expect(given5).rejects.toMatchObject(refused)
  }
  const numbers: string[] = []
  for (const documentId of ['d', 'e', 'f']) {
    numbers.push(await openBooks().take(taking(stream, documentId, { others })))
  }
  expect(numbers).toEqual(['3', '4', '6'])
  expect(await openBooks().take(taking(stream, 'e', { others }))).toBe('4')
})

test('a long book is passed over at once: its numbers are not taken again one by one', async () => {
  const [stream, other] = [newBook(), newBook()]
  await fill(other, 2_500)
  const { store, read } = counting()
  expect(await openBooks(store).take(taking(stream, 'new', { others: [other] }))).toBe('2501')
  expect(await openBooks(store).take(taking(stream, 'newer', { others: [other] }))).toBe('2502')
  expect(read()).toBeLessThan(10)
  expect(await infrastructure().eventStore.readStream(stream, { maxCount: 9 })).toHaveLength(2)
})

test('what a released version took for a document, and could not tell it, is its number', async () => {
  const [stream, other] = [newBook(), newBook()]
  await fill(other, 3)
  const requested = { stream: other, after: 1n }
  const asked = { others: [other], requested }
  expect(await openBooks().take(taking(stream, 'old-3', asked))).toBe('3')
  expect(await openBooks().take(taking(stream, 'late', asked))).toBe('4')
  expect(await openBooks().take(taking(stream, 'late', asked))).toBe('4')
})

test('in all books each number is taken once and none is left out, whoever asks at once', async () => {
  const Before = fc.array(fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }), {
    maxLength: 6,
  })
  const After = fc.array(fc.option(fc.integer({ min: 1, max: 15 }), { nil: null, freq: 2 }), {
    minLength: 1,
    maxLength: 10,
  })
  const cases = cover('passed over', 'refused', 'in both books')
  await cases.assert(
    fc.asyncProperty(Before, Before, After, async (own, older, after) => {
      const [stream, earlier] = [newBook(), newBook()]
      const taken = async (
        all: readonly Taken[],
        books: Pick<NumberTaking, 'stream' | 'others'>,
      ) => {
        const [one, other] = [openBooks(), openBooks()]
        return Promise.allSettled(
          all.map((given, index) =>
            (index % 2 === 0 ? one : other).take(
              taking(books.stream, randomUUID(), { ...books, given: given?.toString() ?? null }),
            ),
          ),
        )
      }
      const alone = { others: [] }
      const before = [
        ...numbersOf(await taken(own, { stream, ...alone })),
        ...numbersOf(await taken(older, { stream: earlier, ...alone })),
      ]
      const answers = await taken(after, { stream, others: [earlier] })
      const now = numbersOf(answers)

      expect(new Set(now).size).toBe(now.length)
      expect(now.filter((number) => before.includes(number))).toEqual([])
      const counted = answers.flatMap(({ status }, index) =>
        status === 'fulfilled' && after[index] === null ? [index] : [],
      )
      expect(counted).toHaveLength(after.filter((given) => given === null).length)
      const all = new Set([...before, ...now])
      const last = Math.max(0, ...counted.map((index) => numberOf(answers[index])))
      for (let number = 1; number <= last; number++) expect(all).toContain(number)
      cases.count('passed over', counted.length > 0 && before.length > 0)
      cases.count(
        'refused',
        answers.some(({ status }) => status === 'rejected'),
      )
      cases.count('in both books', new Set(before).size < before.length)
    }),
    { numRuns: 25, atLeast: 3 },
  )
})

type Taken = number | null

const numberOf = (answer: PromiseSettledResult<string> | undefined) =>
  answer?.status === 'fulfilled' ? Number(answer.value) : 0

const numbersOf = (answers: readonly PromiseSettledResult<string>[]) =>
  answers.flatMap((answer) => (answer.status === 'fulfilled' ? [numberOf(answer)] : []))
