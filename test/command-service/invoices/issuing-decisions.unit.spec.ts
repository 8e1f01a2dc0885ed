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
} from './issuing-examples.ts'

describe('an invoice is requested', () => {
  test('all that it is, and the attempt, stand in the log before anything is sent', () => {
    for (const content of [forIssue, forDraft, forManualDraft]) {
      given().when(request(content)).records(requested(content), started)
    }
  })

  test('asked again, by whatever attempt, it is not sent again', () => {
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

  test('one that was fenced off never comes into being', () =>
    given(abandoned).when(request()).rejects('CONFLICT'))
})

describe('it is fenced off', () => {
  test('before it came into being: nobody can request it any more', () =>
    given().when(abandon).records(abandoned))

  test('once', () => given(abandoned).when(abandon).recordsNothing())

  test('too late, when it is there', () => {
    for (const events of Object.values(past)) {
      given(...events)
        .when(abandon)
        .recordsNothing()
    }
  })
})

test('of an invoice that is not there, nothing can be recorded', () => {
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

test('nothing but a request can be the first that happened', () =>
  expect(() => invoice.evolve(invoice.initial, issued())).toThrow('on an invoice that is none'))

describe('the integrator answers', () => {
  test('accepted: it is issued, under the official number and time', () =>
    given(...past.submitting)
      .when(submissionEnds(acceptance))
      .records(issued()))

  test('kept: the draft is there, whatever its source', () => {
    for (const content of [forDraft, forManualDraft]) {
      given(...pastOf(content).submitting)
        .when(submissionEnds(keeping))
        .records(kept)
    }
  })

  test('no: it is over, and says which claims are free again', () => {
    given(...past.submitting)
      .when(submissionEnds(no))
      .records(refused())
    given(...pastOf(forManualDraft).submitting)
      .when(submissionEnds(no))
      .records(refused({ claims: forManualDraft.claims }))
  })

  test('that it did not look at it: it is over, too', () =>
    given(...past.submitting)
      .when(submissionEnds(notTaken))
      .records(refused()))

  test('nothing: nobody knows, and everything stays claimed', () => {
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

  test('of another attempt: it is not this one that is answered', () => {
    for (const events of [past.submitting, past.unknown]) {
      given(...events)
        .when(submissionEnds(acceptance, 'another submission'))
        .recordsNothing()
    }
  })
})

describe('an answer comes late', () => {
  test('it settles what was unknown', () => {
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

  test('an acceptance counts, though a person has said that it never arrived: it is official', () =>
    given(...past.neverArrived)
      .when(submissionEnds(acceptance))
      .records(issued()))

  test('a refusal says no more than that person', () => {
    given(...past.neverArrived)
      .when(submissionEnds(no))
      .recordsNothing()
    given(...past.neverArrived, issued())
      .when(submissionEnds(no))
      .recordsNothing()
  })
})

describe('whoever made the call is dead', () => {
  const expired = lost({ ...deadline, givenUpAt: at(60) })

  test('when the attempt is as old as an attempt may be', () => {
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

  test('nothing else grows too old', () => {
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
