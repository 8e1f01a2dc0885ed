import { expect, test } from 'vitest'
import {
  bookedAs,
  documentIn,
  electronicDealer,
  fault,
  HASTE,
  newDraft,
  refusedAs,
  untilCode,
} from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'

/** The provider has time here: what is tested happens while it thinks. */
const system = systemForThisFile({
  ...HASTE,
  INTEGRATOR_TIMEOUT_MS: '30000',
  ATTEMPT_DEADLINE_SECONDS: '60',
})

const draftOf = async () => newDraft(system, await electronicDealer(system))

test('while a submission runs, every other step is refused as busy', async () => {
  const draft = await draftOf()
  const sms = await untilCode(draft)
  await fault(system, 'voucher.submit', 'slow', 10_000)
  const confirmed = draft.confirm(sms)
  await expect.poll(() => draft.state(), { timeout: 9_000 }).toBe('dispatching')
  const answers = await Promise.all([
    draft.prepare(),
    draft.sms(),
    draft.confirm(sms),
    draft.status(),
    draft.file('pdf'),
    draft.delete(),
  ])
  for (const answer of answers) {
    expect(refusedAs(answer)).toEqual([409, 'E_DOCUMENT_BUSY', 'dispatching'])
  }
  expect(documentIn(await confirmed).state).toBe('sent')
})

test('thirty confirmations at once make one submission', async () => {
  const draft = await draftOf()
  const sms = await untilCode(draft)
  await fault(system, 'voucher.submit', 'slow', 10_000)
  const answers = await Promise.all(Array.from({ length: 30 }, () => draft.confirm(sms)))
  const codes = Map.groupBy(answers, ({ status, error }) => error?.code ?? status)
  expect(codes.get(200)).toHaveLength(1)
  expect(codes.get('E_DOCUMENT_BUSY')).toHaveLength(29)
  const { eDocument } = await draft.detail()
  expect(await bookedAs(system, eDocument?.uuid)).toMatchObject({ submissions: 1 })
  expect(refusedAs(await draft.confirm(sms))).toEqual([409, 'CONFLICT', 'sent'])
})
