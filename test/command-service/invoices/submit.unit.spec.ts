import { describe, expect, test } from 'vitest'
import { invoice } from '#command/invoices/invoice.ts'
import {
  abandon,
  abandoned,
  acceptance,
  at,
  claims,
  deadline,
  forDraft,
  forIssue,
  forManualDraft,
  given,
  issued,
  keeping,
  kept,
  lost,
  no,
  notTaken,
  past,
  pastOf,
  refused,
  remove,
  removeRecord,
  request,
  requested,
  resolveAs,
  saysThat,
  settle,
  started,
  submissionEnds,
  unknown,
} from './examples.ts'

describe('an invoice is requested', () => {
  test('its content and the attempt are in the log before anything is sent', () => {
    for (const content of [forIssue, forDraft, forManualDraft]) {
      given().when(request(content)).records(requested(content), started)
    }
  })

  test('a repeated request, with any attempt, does not send it again', () => {
    const drafts = Object.values(pastOf(forDraft))
    for (const events of [...Object.values(past), ...drafts]) {
      given(...events)
        .when(request())
        .recordsNothing()
      given(...events)
        .when(request(forIssue, 'another submission'))
        .recordsNothing()
    }
  })

  test('a fenced invoice cannot be created', () =>
    given(abandoned)
      .when(request())
      .rejects('UNAVAILABLE', { field: 'request', rule: 'unavailable', retryAfter: 1 }))
})

describe('it is fenced', () => {
  test('before it exists: it can no longer be requested', () =>
    given().when(abandon).records(abandoned))

  test('once', () => given(abandoned).when(abandon).recordsNothing())

  test('not if it exists', () => {
    for (const events of Object.values(past)) {
      given(...events)
        .when(abandon)
        .recordsNothing()
    }
  })
})

test('nothing can be recorded for an invoice that does not exist', () => {
  const commands = [
    submissionEnds(acceptance),
    settle(90),
    saysThat('accepted'),
    remove(),
    removeRecord,
    resolveAs('accepted'),
  ]
  for (const command of commands) {
    given().when(command).rejects('RESOURCE_NOT_FOUND')
    given(abandoned).when(command).rejects('RESOURCE_NOT_FOUND')
  }
})

test('only a request can be the first event', () =>
  expect(() => invoice.evolve(invoice.initial, issued())).toThrow('on an invoice that is none'))

describe('the integrator answers', () => {
  test('accepted: it is issued, under the official number and time', () =>
    given(...past.submitting)
      .when(submissionEnds(acceptance))
      .records(issued()))

  test('kept: the draft exists, from either source', () => {
    for (const content of [forDraft, forManualDraft]) {
      given(...pastOf(content).submitting)
        .when(submissionEnds(keeping))
        .records(kept)
    }
  })

  test('refused: it has ended, and the event names the claims to release', () => {
    given(...past.submitting)
      .when(submissionEnds(no))
      .records(refused())
    given(...pastOf(forManualDraft).submitting)
      .when(submissionEnds(no))
      .records(refused({ claims: forManualDraft.claims }))
  })

  test('not examined: it has ended too', () =>
    given(...past.submitting)
      .when(submissionEnds(notTaken))
      .records(refused()))

  test('unclear: the outcome is unknown, and all claims are kept', () => {
    given(...past.submitting)
      .when(submissionEnds(unknown))
      .records(lost())
  })

  test('once: the same answer again changes nothing', () => {
    for (const outcome of [acceptance, no, notTaken, unknown]) {
      given(...past.issued)
        .when(submissionEnds(outcome))
        .recordsNothing()
      given(...past.refused)
        .when(submissionEnds(outcome))
        .recordsNothing()
    }
    given(...past.unknown)
      .when(submissionEnds(unknown))
      .recordsNothing()
    given(...pastOf(forDraft).draft)
      .when(submissionEnds(keeping))
      .recordsNothing()
  })

  test('of another attempt: this one stays open', () => {
    for (const events of [past.submitting, past.unknown]) {
      given(...events)
        .when(submissionEnds(acceptance, 'another submission'))
        .recordsNothing()
    }
  })
})

describe('an answer comes late', () => {
  test('it settles an unknown outcome', () => {
    given(...past.unknown)
      .when(submissionEnds(acceptance))
      .records(issued())
    given(...past.unknown)
      .when(submissionEnds(no))
      .records(refused())
    given(...pastOf(forDraft).unknown)
      .when(submissionEnds(keeping))
      .records(kept)
  })

  test('a draft that is being deleted stays so', () => {
    for (const outcome of [keeping, no, unknown]) {
      given(...pastOf(forDraft).deletingUnknown)
        .when(submissionEnds(outcome))
        .recordsNothing()
    }
  })

  test('an acceptance counts even after an operator decided that it never arrived', () =>
    given(...past.neverArrived)
      .when(submissionEnds(acceptance))
      .records(issued()))

  test('a refusal adds nothing to that decision', () => {
    given(...past.neverArrived)
      .when(submissionEnds(no))
      .recordsNothing()
    given(...past.neverArrived, issued())
      .when(submissionEnds(no))
      .recordsNothing()
  })
})

describe('the process that made the call has died', () => {
  const expired = lost({ ...deadline, givenUpAt: at(60) })

  test('the attempt expires at its deadline', () => {
    given(...past.submitting)
      .when(settle(59.999))
      .recordsNothing()
    given(...past.submitting)
      .when(settle(60))
      .records(expired)
    given(...pastOf(forDraft).submitting)
      .when(settle(60))
      .records(expired)
  })

  test('nothing else expires', () => {
    const { submitting: _running, ...others } = past
    const { submitting: _draft, ...drafts } = pastOf(forDraft)
    for (const events of [...Object.values(others), ...Object.values(drafts)]) {
      given(...events)
        .when(settle(86_400))
        .recordsNothing()
    }
  })
})

test('a refusal names the claims that the request made', () =>
  expect(refused().data.claims).toEqual(claims))
