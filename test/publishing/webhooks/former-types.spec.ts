import { expect, test, vi } from 'vitest'
import { noEntry } from '#kernel/domain/kmts-entry.ts'
import {
  type KmtsVerificationEvent,
  kmtsVerificationEvents,
} from '#kernel/events/kmts-verification.ts'
import { dealerForThisTest } from '#test/projections/dealer.ts'
import { delivering } from './delivering.ts'
import { endpointOf, patience } from './endpoints.ts'
import { receiverForThisTest } from './receiver.ts'

const CHECKED = 'sarraf.kmts-verification.KmtsChecked.v1'
const FORMER = 'sarraf.kmts-verification.KmtsQueryAnswered.v1'

const verificationId = '4'.repeat(24)

const checked: KmtsVerificationEvent = {
  type: 'KmtsChecked',
  data: {
    verificationId,
    outcome: 'verified',
    entry: noEntry,
    completedAt: '2026-11-20T09:45:00.532Z',
    durationMs: 412,
  },
}

test.each([
  { eventTypes: [FORMER], type: FORMER },
  { eventTypes: ['sarraf.kmts-verification.KmtsQuery*'], type: FORMER },
  { eventTypes: [CHECKED], type: CHECKED },
  { eventTypes: ['sarraf.kmts-verification.*'], type: CHECKED },
  { eventTypes: [FORMER, CHECKED], type: CHECKED },
])('an endpoint that asks for $eventTypes gets the event once, as $type', async (asked) => {
  const dealer = await dealerForThisTest()
  const receiver = await receiverForThisTest()
  await endpointOf(dealer)({ url: receiver.url, eventTypes: asked.eventTypes })
  delivering(dealer)
  const event = await dealer.encoded(kmtsVerificationEvents, verificationId, checked)
  const stream = `kmtsVerification-${verificationId}`

  await dealer.append(stream, event)
  const stored = await dealer.encoded(kmtsVerificationEvents, verificationId, checked)
  await dealer.append(stream, { ...stored, type: 'KmtsQueryAnswered' })

  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), patience)
  for (const { payload } of receiver.received) {
    expect(payload).toMatchObject({ type: asked.type, subject: verificationId })
  }
})
