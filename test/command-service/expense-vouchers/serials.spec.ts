import { describe, expect, test } from 'vitest'
import { systemForThisFile } from '#test/support/system.ts'
import { refusal } from '#test/support/system-client.ts'
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
