import { describe, test } from 'vitest'
import {
  cancelled,
  deleted,
  deletionEnds,
  deletionLost,
  deletionRefused,
  deletionStarted,
  forDraft,
  forManualDraft,
  given,
  lost,
  no,
  notTaken,
  past,
  pastOf,
  recordDeleted,
  remove,
  removeRecord,
  resolved,
  unknown,
} from './issuing-examples.ts'

const drafts = pastOf(forDraft)
const manual = pastOf(forManualDraft)
const done = { kind: 'done', answer: {} } as const

describe("the integrator's draft is deleted", () => {
  test('the attempt stands in the log before the call', () => {
    for (const events of [drafts.draft, manual.draft]) {
      given(...events)
        .when(remove())
        .records(deletionStarted())
    }
  })

  test('also one that is there perhaps', () =>
    given(...drafts.unknown)
      .when(remove())
      .records(deletionStarted()))

  test('asked again, it goes on: deleting twice is the same as once', () => {
    for (const events of [drafts.deletingDraft, [...drafts.deletingDraft, deletionLost()]]) {
      given(...events)
        .when(remove('another deletion'))
        .records(deletionStarted('another deletion'))
    }
  })

  test('gone: it says what is free again', () => {
    given(...drafts.deletingDraft)
      .when(deletionEnds(done))
      .records(deleted())
    given(...manual.deletingDraft)
      .when(deletionEnds(done))
      .records(deleted(forManualDraft))
  })

  test('gone by an earlier attempt is gone', () =>
    given(...drafts.deletingDraft, deletionStarted('another deletion'))
      .when(deletionEnds(done))
      .records(deleted()))

  test('refused, or not looked at: the draft that was kept is there still', () => {
    for (const outcome of [no, notTaken]) {
      given(...drafts.deletingDraft)
        .when(deletionEnds(outcome))
        .records(deletionRefused)
      given(...drafts.deletingDraft, deletionRefused)
        .when(remove())
        .records(deletionStarted())
    }
  })

  test('refused, of a draft that nobody knows to be there: it is tried again', () => {
    for (const outcome of [no, notTaken]) {
      const { errorCode, errorMessage } = outcome
      given(...drafts.deletingUnknown)
        .when(deletionEnds(outcome))
        .records(deletionLost({ errorCode, errorMessage }))
    }
  })

  test('no answer: it stays as it is, to be gone on with', () =>
    given(...drafts.deletingDraft)
      .when(deletionEnds(unknown))
      .records(deletionLost()))

  test('no answer to an attempt that another one has overtaken says nothing', () => {
    for (const outcome of [no, notTaken, unknown]) {
      given(...drafts.deletingDraft, deletionStarted('another deletion'))
        .when(deletionEnds(outcome))
        .recordsNothing()
    }
  })

  test('an answer counts once', () => {
    for (const outcome of [done, no, notTaken, unknown]) {
      for (const events of [drafts.deleted, [...drafts.deletingDraft, deletionRefused]]) {
        given(...events)
          .when(deletionEnds(outcome))
          .recordsNothing()
      }
    }
  })

  test('not while it is on its way, nor when nobody knows whether an invoice was issued', () => {
    for (const events of [drafts.submitting, past.submitting, past.unknown]) {
      given(...events)
        .when(remove())
        .rejects('CONFLICT')
    }
  })

  test('not what is issued', () => {
    given(...past.issued)
      .when(remove())
      .rejects('CONFLICT')
    given(...past.issued, cancelled)
      .when(remove())
      .rejects('CONFLICT')
  })

  test('there is none any more', () => {
    const gone = [
      drafts.deleted,
      drafts.refused,
      past.refused,
      past.neverArrived,
      [...drafts.unknown, resolved('neverArrived', forDraft)],
    ]
    for (const events of gone) {
      given(...events)
        .when(remove())
        .rejects('RESOURCE_NOT_FOUND')
    }
  })
})

describe('the local record of a draft is deleted', () => {
  test('with the draft still at the integrator, or after it', () => {
    for (const events of [manual.draft, manual.deleted]) {
      given(...events)
        .when(removeRecord)
        .records(recordDeleted)
    }
  })

  test('once', () => {
    for (const events of [manual.draft, manual.deleted]) {
      given(...events, recordDeleted)
        .when(removeRecord)
        .rejects('RESOURCE_NOT_FOUND')
    }
  })

  test('the draft can be deleted after it', () =>
    given(...manual.draft, recordDeleted)
      .when(remove())
      .records(deletionStarted()))

  test('only drafts over the counter have one, and only once they are kept', () => {
    for (const events of [drafts.draft, drafts.deleted, manual.refused, past.refused]) {
      given(...events)
        .when(removeRecord)
        .rejects('RESOURCE_NOT_FOUND')
    }
  })

  test('not while something is open, and not of what is issued', () => {
    const open = [
      manual.submitting,
      manual.unknown,
      manual.deletingDraft,
      [...manual.submitting, lost(), deletionStarted()],
      past.submitting,
      past.unknown,
      past.issued,
    ]
    for (const events of open) {
      given(...events)
        .when(removeRecord)
        .rejects('CONFLICT')
    }
  })
})
