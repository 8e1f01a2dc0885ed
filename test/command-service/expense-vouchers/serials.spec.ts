import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { audit, variablesOf } from '#test/audit/auditing.ts'
import { cover } from '#test/support/cover.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Answer, refusal } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'

const system = systemForThisFile()

const reserved = [422, 'VALIDATION_FAILED', [{ field: 'data.serial', rule: 'reserved' }]]
const taken = (existingId: unknown) => [
  409,
  'CONFLICT',
  [{ field: 'data.number', rule: 'duplicate', existingId }],
]

/** Of GP, the company's own serial. */
const alikeGp = ['gp', 'G\u200bP', 'GP\u200d', 'G\ufeffP', 'G\u00adP', '\u202eGP', 'ＧＰ', 'GР']

describe('a serial that is printed like the company’s own', () => {
  test('takes no number that a client gives', async () => {
    const { api } = await newDealer(system)
    for (const serial of alikeGp) {
      const given = manual({ serial, number: '7' })
      expect([serial, refusal(await api.post('/v1/expenses', given))]).toEqual([serial, reserved])
    }
  })

  test('is the company’s own, in its sequence and its spelling', async () => {
    const { api } = await newDealer(system)
    const papers: unknown[] = []
    for (const [index, serial] of ['GP', ...alikeGp].entries()) {
      const { serial: printed, number } = createdIn(
        await api.post('/v1/expenses', manual({ serial, amount: 100 + index })),
      )
      papers.push(`${printed} ${number}`)
    }
    expect(papers).toEqual(papers.map((_, index) => `GP ${index + 1}`))
  })
})

test.each([
  ['case', 'DIŞ', 'diş'],
  ['Turkish i', 'DİŞ', 'DIŞ'],
  ['combining marks', 'ŞUBE', 'S\u0327UBE'],
  ['digits of another script', 'A12', 'A١٢'],
  ['width', 'A12', 'Ａ１２'],
  ['an invisible character', 'A12', 'A1\u20602'],
])(
  '%s: a number that is taken in one spelling is taken in the other',
  async (_what, one, other) => {
    const { api } = await newDealer(system)
    const post = (serial: string, amount: number, number?: string) =>
      api.post('/v1/expenses', manual({ serial, amount, ...(number && { number }) }))
    const first = createdIn(await post(one, 100, '1'))

    expect(refusal(await post(other, 200, '1'))).toEqual(taken(first.id))
    const next = createdIn(await post(other, 300))
    expect(next.number).toBe('2')
    expect(refusal(await post(one, 400, '2'))).toEqual(taken(next.id))
  },
)

const spellings = ['QQ', 'qq', 'Qq', 'ＱＱ', 'Q\u200bQ', 'q\u00adq'] as const

test('whatever the spellings, each number is taken once and none is left out', async () => {
  const Request = fc.record({
    serial: fc.option(fc.constantFrom<string[]>(...spellings, 'GP', 'gp'), { nil: undefined }),
    number: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined, freq: 2 }),
  })
  const cases = cover('reserved', 'duplicate', 'own')
  await cases.assert(
    fc.asyncProperty(fc.array(Request, { minLength: 4, maxLength: 12 }), async (requests) => {
      const dealer = await newDealer(system)
      const answers = await Promise.all(
        requests.map(async ({ serial, number }, index) => {
          const given = { ...(serial && { serial }), ...(number && { number: String(number) }) }
          const answer = await dealer.api.post(
            '/v1/expenses',
            manual({ amount: 100 + index, ...given }),
          )
          return { serial, number, answer }
        }),
      )

      const isOwn = ({ serial }: Answered) => serial === undefined || /^gp$/i.test(serial)
      const isReserved = (asked: Answered) => isOwn(asked) && asked.number !== undefined
      const refused = answers.filter((asked) => isReserved(asked))
      expect(refused.map(({ answer }) => refusal(answer))).toEqual(refused.map(() => reserved))
      const [own, other] = [answers.filter(isOwn), answers.filter((asked) => !isOwn(asked))].map(
        (asked) => asked.filter(({ answer }) => answer.status === 201),
      )
      expectGapless(own ?? [])
      expectGapless(other ?? [])
      expect(own?.map(({ answer }) => createdIn(answer).serial)).toEqual(own?.map(() => 'GP'))
      const duplicates = answers.filter(
        (asked) => !isReserved(asked) && asked.answer.status !== 201,
      )
      expect(
        duplicates.map(({ number, answer }) => [number !== undefined, refusal(answer)]),
      ).toEqual(duplicates.map(() => [true, taken(anyId)]))
      cases.count('reserved', refused.length > 0)
      cases.count('own', (own ?? []).length > 0)
      cases.count('duplicate', duplicates.length > 0)
    }),
    { numRuns: 6 },
  )
  const verified = await audit(['verify'], variablesOf(system))
  expect(JSON.parse(verified.stdout)).toMatchObject({ log: { faults: 0 } })
})

const anyId: unknown = expect.stringMatching(/^[0-9a-f]{24}$/)

interface Answered {
  readonly serial: string | undefined
  readonly number: number | undefined
  readonly answer: Answer
}

/** A given number is the one given; those of the sequence leave none out; none is taken twice. */
function expectGapless(created: readonly Answered[]): void {
  const numbers = created.map(({ answer }) => Number(createdIn(answer).number))
  const given = created.map(({ number }, index) => number ?? numbers[index])
  expect(numbers).toEqual(given)
  expect(new Set(numbers).size).toBe(numbers.length)
  const counted = numbers.filter((_, index) => created[index]?.number === undefined)
  const upToLast = Array.from({ length: Math.max(0, ...counted) }, (_, index) => index + 1)
  expect(numbers).toEqual(expect.arrayContaining(upToLast))
}
