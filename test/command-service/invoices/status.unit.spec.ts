import { describe, test } from 'vitest'
import {
  asked,
  at,
  forDraft,
  forIssue,
  given,
  issued,
  NUMBER,
  past,
  pastOf,
  refused,
  resolveAs,
  resolved,
  saysThat,
} from './examples.ts'

const found = { attemptId: null }
const drafts = pastOf(forDraft)

describe('the integrator is asked for the status of an invoice', () => {
  test('accepted: it is issued', () => {
    given(...past.unknown)
      .when(saysThat('accepted'))
      .records(issued(found))
    given(...past.unknown, asked('notFound'), asked('unclear'))
      .when(saysThat('accepted'))
      .records(issued(found))
  })

  test.each(['rejected', 'cancelled'] as const)('%s: it has ended, with that reason', (state) => {
    const at20 = { ...found, errorCode: state.toUpperCase(), refusedAt: at(20) }
    given(...past.unknown)
      .when(saysThat(state, 'The buyer is no taxpayer.'))
      .records(refused({ ...at20, errorMessage: 'The buyer is no taxpayer.' }))
    given(...past.unknown)
      .when(saysThat(state))
      .records(refused({ ...at20, errorMessage: `The integrator's document is ${state}.` }))
  })

  test.each(['draft', 'notFound', 'unclear'] as const)(
    '%s settles nothing: the event has the time of the next query',
    (state) => {
      given(...past.unknown)
        .when(saysThat(state))
        .records(asked(state))
    },
  )

  test('an outcome that was settled meanwhile stays', () => {
    const { unknown: _open, ...settled } = past
    const states = ['accepted', 'rejected', 'cancelled', 'draft', 'notFound', 'unclear'] as const
    for (const events of Object.values(settled)) {
      for (const state of states) {
        given(...events)
          .when(saysThat(state))
          .recordsNothing()
      }
    }
  })
})

describe('an operator decides', () => {
  const official = { ...found, issuedAt: at(50) }

  test('it was accepted, with the number that the portal shows', () =>
    given(...past.unknown)
      .when(resolveAs('accepted', NUMBER))
      .records(resolved('accepted'), issued(official)))

  test('it was accepted, with an unknown number', () =>
    given(...past.unknown, asked('unclear'))
      .when(resolveAs('accepted'))
      .records(resolved('accepted'), issued({ ...official, invoiceNumber: null })))

  test('it never arrived: its claims are released', () =>
    given(...past.unknown)
      .when(resolveAs('neverArrived'))
      .records(resolved('neverArrived')))

  test('a draft is gone, even if its deletion never ends', () => {
    for (const events of [drafts.unknown, drafts.deletingDraft, drafts.deletingUnknown]) {
      given(...events)
        .when(resolveAs('neverArrived'))
        .records(resolved('neverArrived', forDraft))
    }
  })

  test('a draft is nothing that could have been accepted', () => {
    for (const events of [drafts.unknown, drafts.deletingDraft, drafts.deletingUnknown]) {
      given(...events)
        .when(resolveAs('accepted', NUMBER))
        .rejects('CONFLICT')
    }
  })

  test('not while it is in flight, or settled', () => {
    const { unknown: _open, ...settled } = past
    const events = [
      ...Object.values(settled),
      drafts.submitting,
      drafts.draft,
      drafts.deleted,
      drafts.refused,
    ]
    for (const before of events) {
      given(...before)
        .when(resolveAs('accepted', NUMBER))
        .rejects('CONFLICT')
      given(...before)
        .when(resolveAs('neverArrived'))
        .rejects('CONFLICT')
    }
  })

  test('what it decides names the claims that the request made', () =>
    given(...past.unknown)
      .when(resolveAs('neverArrived'))
      .records({ ...resolved('neverArrived', forIssue) }))
})
