import { expect, test } from 'vitest'
import { create, createdIn, invoicingDealer, issuedBy, manual } from '#test/support/invoices.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { refusal } from '#test/support/system-client.ts'

const system = systemForThisFile()
const inProgress = [
  409,
  'CONFLICT',
  [{ field: 'Idempotency-Key', rule: 'inProgress', retryAfter: expect.any(Number) }],
]

test('of many concurrent requests with one key one issues, and the others get its response or a conflict', async () => {
  const dealer = await invoicingDealer(system)

  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      create(dealer.api, manual({ allowDuplicate: true }), 'the key'),
    ),
  )

  const made = answers.filter(({ status }) => status === 201)
  const others = answers.filter(({ status }) => status !== 201)
  const issued = await issuedBy(dealer)
  expect(issued).toHaveLength(1)
  expect(made.map((answer) => createdIn(answer).invoiceId)).toEqual(made.map(() => issued[0]?.id))
  expect(made.filter(({ headers }) => headers['idempotency-hit'] === undefined)).toHaveLength(1)
  expect(others.map(refusal)).toEqual(others.map(() => inProgress))
})
