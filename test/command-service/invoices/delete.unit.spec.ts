import { describe, test } from 'vitest'
import {
  cancelled,
  deleted,
  deletedSecond,
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
  recordDeletedSecond,
  remove,
  removeRecord,
  resolved,
  resume,
  unknown,
} from './examples.ts'

const drafts = pastOf(forDraft)
const manual = pastOf(forManualDraft)
const done = { kind: 'done', answer: {} } as const

describe("the integrator's draft is deleted", () => {
  test('the attempt is in the log before the call', () => {
    for (const events of [drafts.draft, manual.draft]) {
      given(...events)
        .when(remove())
        .records(deletionStarted())
    }
  })

  test('even one with an unknown outcome', () =>
    given(...drafts.unknown)
      .when(remove())
      .records(deletionStarted()))

  test('a repeated request continues it: deleting twice is the same as once', () => {
    for (const events of [drafts.deletingDraft, [...drafts.deletingDraft, deletionLost()]]) {
      given(...events)
        .when(remove('another deletion'))
        .records(deletionStarted('another deletion'))
    }
  })

  test('the same attempt, of which it was not known whether it was recorded, begins once', () => {
    const behind = [[], [deletionRefused], [deletionStarted('another deletion')]]
    for (const events of behind) {
      given(...drafts.deletingDraft, ...events)
        .when(remove())
        .recordsNothing()
    }
  })

  test('gone: the event names the claims to release', () => {
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

  test('refused or not examined: the kept draft still exists', () => {
    for (const outcome of [no, notTaken]) {
      given(...drafts.deletingDraft)
        .when(deletionEnds(outcome))
        .records(deletionRefused)
      given(...drafts.deletingDraft, deletionRefused)
        .when(remove('another deletion'))
        .records(deletionStarted('another deletion'))
    }
  })

  test('refused, for a draft with an unknown outcome: it is tried again', () => {
    for (const outcome of [no, notTaken]) {
      const { errorCode, errorMessage } = outcome
      given(...drafts.deletingUnknown)
        .when(deletionEnds(outcome))
        .records(deletionLost({ errorCode, errorMessage }))
    }
  })

  test('no answer: the deletion stays open', () =>
    given(...drafts.deletingDraft)
      .when(deletionEnds(unknown))
      .records(deletionLost()))

  test('a missing answer to a superseded attempt adds nothing', () => {
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

  test('not while it is in flight, nor while it is unknown whether an invoice was issued', () => {
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

  test('it no longer exists', () => {
    const gone = [
      drafts.deleted,
      drafts.refused,
      past.refused,
      past.neverArrived,
      [...drafts.unknown, resolved('neverArrived', forDraft)],
    ]
    for (const events of gone) {
      given(...events)
        .when(remove('another deletion'))
        .rejects('RESOURCE_NOT_FOUND')
    }
  })
})

describe('a deletion that is resumed by an earlier look', () => {
  test('goes on with what nobody is known to have, and with what was begun', () => {
    for (const events of [drafts.unknown, drafts.deletingDraft, drafts.deletingUnknown]) {
      given(...events)
        .when(resume('another deletion'))
        .records(deletionStarted('another deletion'))
    }
  })

  test('leaves alone what has an outcome since, and what is no draft', () => {
    const settled = [drafts.draft, manual.draft, drafts.submitting, drafts.refused, drafts.deleted]
    const kept = [...drafts.deletingDraft, deletionRefused]
    for (const events of [...settled, kept, past.unknown, past.issued]) {
      given(...events)
        .when(resume())
        .recordsNothing()
    }
  })
})

describe('the local record of a draft is deleted', () => {
  test('with the draft still at the integrator, or after it', () => {
    given(...manual.draft)
      .when(removeRecord)
      .records(recordDeleted)
    given(...manual.deleted)
      .when(removeRecord)
      .records(recordDeletedSecond)
  })

  test('once', () => {
    for (const events of [manual.draft, manual.deleted]) {
      given(...events, recordDeleted)
        .when(removeRecord)
        .rejects('RESOURCE_NOT_FOUND')
    }
  })

  test('the draft can be deleted after it, and gives back nothing', () => {
    given(...manual.draft, recordDeleted)
      .when(remove())
      .records(deletionStarted())
    given(...manual.draft, recordDeleted, deletionStarted())
      .when(deletionEnds(done))
      .records(deletedSecond)
  })

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
