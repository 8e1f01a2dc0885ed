import { describe, expect, test } from 'vitest'
import {
  type OperatorDecision,
  type Resolvable,
  resolveDocument,
} from '#command/provider-documents/resolve.ts'
import type {
  NotFound,
  Outcome,
  Unknown,
  VoucherStatus,
} from '#command/providers/integrator/port.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'

const NUMBER = 'KUY2026000000042'

const accepted = {
  state: 'accepted',
  number: NUMBER,
  acceptedAt: '2026-11-20T09:46:00.000Z',
} as const
const notAccepted = (state: 'draft' | 'rejected' | 'cancelled') =>
  ({ state, number: null, acceptedAt: null }) as const
const reports = (
  status: typeof accepted | ReturnType<typeof notAccepted>,
): Outcome<VoucherStatus> => ({
  kind: 'done',
  answer: { detail: null, reportStatus: null, cancelled: false, ...status },
})
const notFound: NotFound = { kind: 'notFound' }
const cancelled = { kind: 'done', answer: {} } as const
const failing = (errorCode: Unknown['errorCode']) =>
  ({ kind: 'unknown', errorCode, errorMessage: 'An error.' }) as const
const refusal = (errorCode: string) =>
  ({ kind: 'refused', errorCode, errorMessage: 'An error.', errors: [] }) as const
const turnedAway = {
  kind: 'notTaken',
  errorCode: 'UNAUTHORIZED',
  errorMessage: 'An error.',
} as const
const unreachable = [failing('CONNECTION'), failing('TIMEOUT')] as const
const unclear = [
  failing('SERVER_ERROR'),
  failing('UNREADABLE'),
  refusal('BAD_REQUEST'),
  turnedAway,
] as const

interface Provider {
  readonly status: Outcome<VoucherStatus> | NotFound
  readonly cancelling?: Outcome<object> | NotFound
}

interface Document {
  readonly isDeleting?: boolean
  /** Accepted, but not complete here; with this number, or without. */
  readonly incompleteAs?: string | null
}

/** What is recorded about a document once its integrator has answered. */
const resolve = (
  { status, cancelling = cancelled }: Provider,
  { isDeleting = false, incompleteAs }: Document,
  order: Partial<OperatorDecision>,
) => {
  const steps: string[] = []
  const record = (recorded: string) => Promise.resolve({ recorded, steps })
  const document: Resolvable<{ readonly recorded: string; readonly steps: readonly string[] }> = {
    isDeleting,
    incomplete:
      incompleteAs === undefined
        ? null
        : { officialNumber: incompleteAs, complete: () => record('completion') },
    askStatus: () => Promise.resolve(status),
    cancel: () => {
      steps.push('cancelled')
      return Promise.resolve(cancelling)
    },
    recordStatus: ({ state }) => record(state),
    recordDecision: () => record('decision'),
  }
  return resolveDocument(document, {
    document: 'b0b000000000000000000001',
    resolvedAs: 'accepted',
    reason: 'Asked on the phone.',
    number: null,
    withoutFence: false,
    ...order,
  })
}

const refusedWith = (message: string) => ({ name: 'CommandError', message })
const NEVER = { resolvedAs: 'neverArrived' } as const
const byProvider = (recorded: string) => ({ decidedBy: 'provider', recorded, steps: [] })
const byPerson = (...steps: string[]) => ({ decidedBy: 'person', recorded: 'decision', steps })

describe('the integrator’s clear answer counts', () => {
  test('accepted: so it is recorded, also where the operator knows the number', async () => {
    const provider = { status: reports(accepted) }
    expect(await resolve(provider, {}, {})).toEqual(byProvider('accepted'))
    expect(await resolve(provider, {}, { number: NUMBER })).toEqual(byProvider('accepted'))
  })

  test.each(['rejected', 'cancelled'] as const)('%s: it never arrived', async (state) => {
    const provider = { status: reports(notAccepted(state)) }
    expect(await resolve(provider, {}, NEVER)).toEqual(byProvider(state))
  })

  test('a draft may still be submitted, so it is cancelled', async () => {
    const provider = { status: reports(notAccepted('draft')) }
    expect(await resolve(provider, {}, NEVER)).toEqual(byPerson('cancelled'))
  })

  test.each(['draft', 'rejected', 'cancelled'] as const)(
    'what is %s there was not accepted',
    (state) =>
      expect(resolve({ status: reports(notAccepted(state)) }, {}, {})).rejects.toMatchObject(
        refusedWith(`The provider says that the document is ${state}: nothing was changed.`),
      ),
  )

  test('an invoice that is accepted there has arrived', () =>
    expect(resolve({ status: reports(accepted) }, {}, NEVER)).rejects.toMatchObject(
      refusedWith(`The provider has accepted the document as ${NUMBER}: nothing was changed.`),
    ))

  test('an invoice that is accepted there has no other number', () =>
    expect(
      resolve({ status: reports(accepted) }, {}, { number: 'KUY2026000000777' }),
    ).rejects.toMatchObject(
      refusedWith(`The provider has accepted the document as ${NUMBER}: nothing was changed.`),
    ))
})

describe('without a clear answer the operator decides', () => {
  test.each([notFound, ...unreachable, ...unclear])(
    'it was accepted, with a number or without: %j',
    async (status) => {
      expect(await resolve({ status }, {}, {})).toEqual(byPerson())
      expect(await resolve({ status }, {}, { number: NUMBER })).toEqual(byPerson())
    },
  )

  test.each([notFound, ...unreachable, ...unclear])(
    'it never arrived, once it is cancelled there: %j',
    async (status) => {
      expect(await resolve({ status }, {}, NEVER)).toEqual(byPerson('cancelled'))
      const unknownThere = { status, cancelling: notFound }
      expect(await resolve(unknownThere, {}, NEVER)).toEqual(byPerson('cancelled'))
    },
  )
})

describe('it never arrived, but the integrator does not cancel it', () => {
  const TOO_LATE = 'The provider says that the document is accepted: nothing was changed.'
  const notConfirmed = (errorCode: string, wayOut: string) =>
    refusedWith(
      `The provider does not confirm that it has cancelled the document (${errorCode}), so a late submission could still be accepted: nothing was changed. ${wayOut}`,
    )
  const LATER = 'Try again later.'
  const OR_RISK = 'Try again later, or take the risk with --without-fence.'

  test('because it has accepted it', async () => {
    const provider = { status: failing('TIMEOUT'), cancelling: refusal('ALREADY_ACCEPTED') }
    await expect(resolve(provider, {}, NEVER)).rejects.toMatchObject(refusedWith(TOO_LATE))
    await expect(resolve(provider, {}, { ...NEVER, withoutFence: true })).rejects.toBeInstanceOf(
      CommandError,
    )
  })

  test.each(unclear)('because of an error: %j', async (cancelling) => {
    for (const withoutFence of [false, true]) {
      const order = { ...NEVER, withoutFence }
      await expect(
        resolve({ status: failing('CONNECTION'), cancelling }, {}, order),
      ).rejects.toMatchObject(notConfirmed(cancelling.errorCode, LATER))
    }
  })

  test.each(unreachable)(
    'because it cannot be reached: only the operator takes the risk: %j',
    async (gone) => {
      const provider = { status: gone, cancelling: gone }
      await expect(resolve(provider, {}, NEVER)).rejects.toMatchObject(
        notConfirmed(gone.errorCode, OR_RISK),
      )
      expect(await resolve(provider, {}, { ...NEVER, withoutFence: true })).toEqual(
        byPerson('cancelled'),
      )
    },
  )

  test.each([notFound, reports(notAccepted('draft')), ...unclear])(
    'although it has just answered: nobody takes that risk: %j',
    async (status) => {
      const provider = { status, cancelling: failing('TIMEOUT') }
      await expect(resolve(provider, {}, { ...NEVER, withoutFence: true })).rejects.toMatchObject(
        notConfirmed('TIMEOUT', LATER),
      )
    },
  )
})

describe('a document that is being deleted', () => {
  const deleting = { isDeleting: true }

  test('is cancelled there in any state, and is then deleted', async () => {
    for (const state of ['draft', 'rejected', 'cancelled'] as const) {
      const provider = { status: reports(notAccepted(state)) }
      expect(await resolve(provider, deleting, NEVER)).toEqual(byPerson('cancelled'))
    }
  })

  test('is not resolved as accepted', () =>
    expect(resolve({ status: notFound }, deleting, {})).rejects.toMatchObject(
      refusedWith('The document is being deleted: it can be resolved as never-arrived only.'),
    ))

  test('stays if it is accepted there', () =>
    expect(resolve({ status: reports(accepted) }, deleting, NEVER)).rejects.toMatchObject(
      refusedWith(`The provider has accepted the document as ${NUMBER}: nothing was changed.`),
    ))
})

describe('a document that is accepted, but not complete here', () => {
  const incomplete = { incompleteAs: NUMBER }
  const gone = { status: failing('CONNECTION') }

  test('is completed, also while the integrator cannot be reached', async () => {
    expect(await resolve(gone, incomplete, {})).toEqual(byProvider('completion'))
    expect(await resolve(gone, incomplete, { number: NUMBER })).toEqual(byProvider('completion'))
    expect(await resolve(gone, { incompleteAs: null }, {})).toEqual(byProvider('completion'))
  })

  test('takes the state that the integrator reports', async () => {
    expect(await resolve({ status: reports(accepted) }, incomplete, {})).toEqual(
      byProvider('accepted'),
    )
    const provider = { status: reports(notAccepted('cancelled')) }
    expect(await resolve(provider, incomplete, {})).toEqual(byProvider('cancelled'))
  })

  test('has arrived', async () => {
    await expect(resolve(gone, incomplete, NEVER)).rejects.toMatchObject(
      refusedWith(`The provider has accepted the document as ${NUMBER}: nothing was changed.`),
    )
    await expect(resolve(gone, { incompleteAs: null }, NEVER)).rejects.toMatchObject(
      refusedWith('The provider has accepted the document: nothing was changed.'),
    )
  })

  test('keeps its number, and gets none from the operator', async () => {
    await expect(resolve(gone, incomplete, { number: 'KUY2026000000777' })).rejects.toMatchObject(
      refusedWith(`The provider has accepted the document as ${NUMBER}: nothing was changed.`),
    )
    await expect(resolve(gone, { incompleteAs: null }, { number: NUMBER })).rejects.toMatchObject(
      refusedWith('The document counts as accepted without a number, and none can be added to it.'),
    )
  })
})
