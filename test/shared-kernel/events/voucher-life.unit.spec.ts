import { expect, test } from 'vitest'
import {
  E_DOCUMENT_STATES,
  voucherStatesAllowing,
  voucherStatesWaitingFor,
} from '#kernel/events/voucher-life.ts'

const atRest = ['prepared', 'verification_pending', 'failed']

test.each([
  ['prepare', ['draft', ...atRest]],
  ['sms', ['prepared', 'verification_pending']],
  ['confirm', ['verification_pending']],
  ['delete', ['draft', ...atRest, 'deleting']],
  ['file', ['prepared', 'verification_pending', 'provider_accepted', 'sent', 'review_required']],
] as const)('the states that allow to %s', (verb, states) => {
  expect(voucherStatesAllowing(verb)).toEqual(states)
})

test('a document whose provider is being asked refuses everything', () => {
  const verbs = ['prepare', 'sms', 'confirm', 'status', 'file', 'delete'] as const
  const allowed = new Set(verbs.flatMap((verb) => voucherStatesAllowing(verb)))
  const calling = ['preparing', 'sms_sending', 'dispatching'] as const
  expect(calling.filter((state) => allowed.has(state))).toEqual([])
})

test.each([
  [['answer'], ['preparing', 'sms_sending', 'dispatching']],
  [['completion'], ['provider_accepted']],
  [['question'], ['review_required']],
  [['cancellation'], ['deleting']],
  [['nextStep'], atRest],
  [
    ['question', 'completion'],
    ['provider_accepted', 'review_required'],
  ],
  [[], []],
] as const)('the states that wait for %j', (what, states) => {
  expect(voucherStatesWaitingFor(...what)).toEqual(states)
})

test('a document that is a draft or sent waits for nothing', () => {
  const all = ['answer', 'completion', 'question', 'cancellation', 'nextStep'] as const
  const waiting = voucherStatesWaitingFor(...all)
  expect(E_DOCUMENT_STATES.filter((state) => !waiting.includes(state))).toEqual(['draft', 'sent'])
})
