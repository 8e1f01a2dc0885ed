import { expect, test } from 'vitest'
import { callsOf, electronicDealer, newDraft, untilCode } from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'

const system = systemForThisFile({ SMS_COOLDOWN_SECONDS: '0' })

test('a code of six digits is not found by trying: five wrong ones, then another SMS', async () => {
  const draft = await newDraft(system, await electronicDealer(system))
  const code = await untilCode(draft)
  for (let guess = 0; guess < 5; guess++) {
    const wrong = await draft.confirm(`000${guess}`)
    expect([wrong.status, wrong.error?.details[0]?.errorCode]).toEqual([422, 'CODE_WRONG'])
  }
  const asked = (await callsOf(system, 'voucher.submit')).length

  const right = await draft.confirm(code)

  expect([right.status, right.error?.code, right.error?.details]).toEqual([
    422,
    'E_DOCUMENT_REJECTED',
    [{ field: 'data.code', rule: 'attempts', state: 'verification_pending' }],
  ])
  expect(await callsOf(system, 'voucher.submit')).toHaveLength(asked)

  await draft.sms()
  expect((await draft.confirm(await draft.code())).status).toBe(200)
})

test('codes that are tried at the same time are counted, too', async () => {
  const draft = await newDraft(system, await electronicDealer(system))
  await untilCode(draft)
  const asked = (await callsOf(system, 'voucher.submit')).length
  for (let round = 0; round < 8; round++) {
    await Promise.all([1, 2, 3, 4].map((guess) => draft.confirm(`00${round}${guess}`)))
  }
  expect((await callsOf(system, 'voucher.submit')).length - asked).toBe(5)
})
