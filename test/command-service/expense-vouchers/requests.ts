import { ClaimUndecided } from '#command/claims/claimant.ts'
import type { CreatedAt } from '#command/expense-vouchers/create.ts'
import type { VoucherRequest } from '#command/expense-vouchers/voucher-draft.ts'
import { Rejection } from '#kernel/domain/rejection.ts'
import { ProcessCrashed } from '#test/support/faulty-event-store.ts'
import { type Dealer, type Instance, newCommand } from './dealer.ts'
import { auditOf } from './log-audit.ts'

export type Outcome =
  | { readonly kind: 'created'; readonly voucher: CreatedAt['voucher'] }
  | { readonly kind: 'refused'; readonly rejection: Rejection }
  /** 503: nothing was changed, and nothing will be; the client may come again. */
  | { readonly kind: 'postponed' }
  | { readonly kind: 'died' }
  | { readonly kind: 'failed'; readonly error: unknown }

/** One request for a voucher, with every try at it: a later try goes on with the same command. */
export interface RequestTries {
  readonly commandId: string
  readonly request: VoucherRequest
  /** How often it was tried, and what each try that has ended came to. */
  tries: number
  begunAt: number | undefined
  readonly outcomes: Outcome[]
  isDeleted: boolean
}

export function ask(request: VoucherRequest): RequestTries {
  return {
    commandId: newCommand().id,
    request,
    tries: 0,
    begunAt: undefined,
    outcomes: [],
    isDeleted: false,
  }
}

export async function tryAt(
  dealer: Dealer,
  instance: Instance,
  asked: RequestTries,
): Promise<Outcome> {
  const place = asked.tries++
  asked.begunAt ??= dealer.clock.now
  const { commandId: id, begunAt } = asked
  const command = { id, begunAt, isRepeated: place > 0 }
  const outcome = await outcomeOf(instance.issuing.create(asked.request, dealer.context, command))
  asked.outcomes[place] = outcome
  return outcome
}

const outcomeOf = (work: Promise<CreatedAt>): Promise<Outcome> =>
  work.then(
    ({ voucher }) => ({ kind: 'created', voucher }),
    (error: unknown) => {
      if (error instanceof Rejection) return { kind: 'refused', rejection: error }
      if (error instanceof ClaimUndecided) return { kind: 'postponed' }
      return error instanceof ProcessCrashed ? { kind: 'died' } : { kind: 'failed', error }
    },
  )

/** What is wrong with the log, and between it and what the clients were told. */
export async function faultsIn(dealer: Dealer, all: readonly RequestTries[]): Promise<string[]> {
  const insisting = all.filter(({ request }) => request.allowDuplicate === true)
  const events = await dealer.events()
  const { vouchers, faults } = auditOf(events, new Set(insisting.map((one) => one.commandId)))
  const told = all.flatMap((asked) => {
    const { commandId, outcomes, isDeleted } = asked
    const own = vouchers
      .values()
      .toArray()
      .filter((one) => one.commandId === commandId)
    const live = own.filter(({ status }) => status !== 'deleted' && status !== 'abandoned')
    const created = outcomes.flatMap((one) => (one.kind === 'created' ? one.voucher : []))
    const failures = outcomes.flatMap((one) => (one.kind === 'failed' ? String(one.error) : []))
    const last = outcomes.at(-1)?.kind
    const isRefused = (last === 'refused' || last === 'postponed') && created.length === 0
    return [
      ...failures,
      ...(live.length > 1 ? [`${commandId} made ${live.length} vouchers`] : []),
      ...(isRefused && live.length > 0 ? [`${commandId} was refused, but made a voucher`] : []),
      ...created.flatMap((voucher) => {
        const stored = vouchers.get(voucher.id)
        if (isDeleted && stored?.status === 'deleted') return []
        // An electronic voucher was told of when it was a draft; it may have become official since.
        const isElectronic = stored?.content.documentMode === 'electronic'
        const kept = {
          status: isElectronic ? 'draft' : stored?.status,
          number: isElectronic ? null : (stored?.number ?? null),
          serial: stored?.content.serial,
          amount: Number(stored?.content.amount),
          price: Number(stored?.content.price),
          quantity: Number(stored?.content.quantity),
        }
        const said = {
          status: voucher.isFinalized ? 'finalized' : 'draft',
          number: voucher.number,
          serial: voucher.serial,
          amount: voucher.amount,
          price: voucher.price,
          quantity: voucher.quantity,
        }
        const [left, right] = [JSON.stringify(said), JSON.stringify(kept)]
        return left === right ? [] : [`the client was told ${left}, the log says ${right}`]
      }),
    ]
  })
  return [...faults, ...told]
}
