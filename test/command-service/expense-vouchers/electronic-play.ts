import type { VoucherRequest } from '#command/expense-vouchers/voucher-draft.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import type { FaultMode, OperationName } from '#stack/sandbox/operations/names.ts'
import type { Strike } from '#test/support/mortal-store.ts'
import type { World } from '#test/support/world.ts'
import { type Dealer, type Desk, openDealer } from './dealer.ts'
import { auditElectronic } from './electronic-audit.ts'
import { electronicFaultsIn } from './electronic-faults.ts'
import { type Code, openProvider, type Provider } from './electronic-provider.ts'
import {
  type Action,
  actAt,
  documentOf,
  electronicSettings,
  type Taken,
} from './electronic-requests.ts'
import { type Asked, ask, faultsIn, tryAt } from './requests.ts'

/** So short that a provider's silence costs a run little. */
const TIMEOUT_MS = 40
const HEALTHY_MS = 5_000
/** Longer than anybody waits for an answer. */
const TOO_SLOW_MS = TIMEOUT_MS + 20

/** What somebody does with a voucher; `next` is whatever brings it further. */
export interface Deed {
  readonly desk: number
  readonly index: number
  readonly action: Action | 'next'
  readonly code: Code
  /** What the provider does to the call that it makes. */
  readonly fault?: FaultMode | undefined
}

const operations: Readonly<Record<Action, OperationName>> = {
  prepare: 'voucher.prepare',
  sms: 'voucher.sms',
  confirm: 'voucher.submit',
  status: 'voucher.status',
  file: 'voucher.file',
  delete: 'voucher.cancel',
}

export type Step =
  | {
      readonly kind: 'create'
      readonly desk: number
      readonly index: number
      readonly strike?: Strike | undefined
    }
  | ({ readonly kind: 'act'; readonly strike?: Strike | undefined } & Deed)
  | {
      readonly kind: 'together'
      readonly deeds: readonly Deed[]
      readonly strike?: Strike | undefined
    }
  | { readonly kind: 'fault'; readonly operation: OperationName; readonly mode: FaultMode }
  | { readonly kind: 'restart'; readonly desk: number }
  | { readonly kind: 'arrive'; readonly index: number }
  | { readonly kind: 'look' }
  | { readonly kind: 'recover'; readonly desk: number; readonly strike?: Strike | undefined }
  | { readonly kind: 'wait'; readonly ms: number }
  /** The bank account turns passive after so many looks, or is active again. */
  | { readonly kind: 'account'; readonly looksUntilPassive: number }
  | { readonly kind: 'settings'; readonly isOn: boolean }

const DESKS = 2

/** A dealer with electronic vouchers, its desks and its provider, and all that they suffer. */
export async function playOf(world: World, requests: readonly VoucherRequest[]) {
  const provider = await openProvider()
  const dealer = openDealer(world, {
    integrator: { url: provider.url(), timeoutMs: TIMEOUT_MS },
    eDocument: electronicSettings,
  })
  const asked = requests.map(ask)
  const desks = Array.from({ length: DESKS }, dealer.openDesk)
  const struck: Desk[] = []
  const sleeping: Promise<unknown>[] = []
  const takings: Taken[] = []
  const around = { dealer, provider }

  /** Work that falls asleep goes on behind our back. */
  async function during(at: Desk, work: Promise<unknown>) {
    const isAsleep = await Promise.race([
      work.then(() => false),
      at.mortal.asleep().then(() => true),
    ])
    if (isAsleep) sleeping.push(work)
  }

  function deskFor(place: number, planned?: Strike): Desk {
    const found = desks[place]
    const used = found?.mortal.isAtWork() === true ? found : dealer.openDesk()
    desks[place] = used
    if (planned !== undefined) {
      used.mortal.strike(planned)
      struck.push(used)
    }
    return used
  }

  async function create(at: Desk, one: Asked | undefined) {
    const last = one?.outcomes[one.tries - 1]
    const isUnanswered = last === undefined || last.kind === 'died'
    if (one !== undefined && isUnanswered && !sleepsOver.has(one)) {
      sleepsOver.add(one)
      const work = tryAt(dealer, at, one).finally(() => sleepsOver.delete(one))
      await during(at, work)
    }
  }
  /** A client does not ask again while its request runs. */
  const sleepsOver = new Set<Asked>()

  const orderFault = (operation: OperationName, mode: FaultMode) =>
    provider.state.faults.order({ operation, mode, times: 1, delayMs: TOO_SLOW_MS })

  async function act(at: Desk, { index, action, code, fault }: Deed) {
    const voucherId = idOf(asked[index % asked.length])
    if (voucherId === undefined) return create(at, asked[index % asked.length])
    const wanted = action === 'next' ? await nextStep(dealer, voucherId) : action
    if (wanted === undefined) return
    if (wanted === 'delete') markDeleted(asked, voucherId)
    if (fault !== undefined) orderFault(operations[wanted], fault)
    const { taken, work } = actAt(around, at, { voucherId, action: wanted, code })
    takings.push(taken)
    await during(at, work)
  }

  async function take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'create':
        return create(deskFor(step.desk, step.strike), asked[step.index % asked.length])
      case 'act':
        return act(deskFor(step.desk, step.strike), step)
      case 'together': {
        const places = [deskFor(0, step.strike), deskFor(1)] as const
        await Promise.all(step.deeds.map((deed) => act(places[deed.desk] ?? places[0], deed)))
        return
      }
      case 'fault':
        return orderFault(step.operation, step.mode)
      case 'restart':
        desks[step.desk] = dealer.openDesk()
        return
      case 'arrive':
        return arrive(struck[step.index % struck.length])
      case 'look':
        return dealer.look()
      case 'recover': {
        const at = deskFor(step.desk, step.strike)
        return during(at, dealer.recover(at))
      }
      case 'wait':
        dealer.clock.now += step.ms
        return
      case 'account':
        dealer.surroundings.looksUntilPassive = step.looksUntilPassive
        return
      case 'settings':
        dealer.surroundings.eDocument = step.isOn ? electronicSettings : null
        return
      default:
        assertNever(step)
    }
  }

  /** Each voucher comes so many steps far in peace. */
  async function begin(steps: readonly number[]) {
    for (const [index, many] of asked.map((_, place) => [place, steps[place] ?? 0] as const)) {
      const deed = { desk: 0, index, action: 'next', code: 'right' } as const
      for (let count = 0; count < many; count++) await act(deskFor(0), deed)
    }
  }

  /** In the end all that was sent arrives, everybody wakes up, and the recovery runs at a healthy provider. */
  async function end(): Promise<string[]> {
    for (const each of struck) await arrive(each)
    await Promise.all(sleeping)
    await provider.openAnew()
    dealer.surroundings.integrator = { url: provider.url(), timeoutMs: HEALTHY_MS }
    await dealer.untilQuiet()
    const whilePassive = await askAll(around, takings)
    dealer.surroundings.looksUntilPassive = Number.POSITIVE_INFINITY
    await dealer.untilQuiet()
    const left = [...dealer.open()].map(([id, { stage }]) => `${id} stays ${stage}`)
    return [
      ...whilePassive.filter((fault) => !fault.includes('E_DOCUMENT_FINALIZATION_REQUIRED')),
      ...(await askAll(around, takings)),
      ...left,
      ...(await faultsIn(dealer, asked)),
      ...(await electronicFaultsIn(around, takings)),
    ]
  }

  return { dealer, provider, takings, begin, take, end, close: provider.close }
}

async function arrive(struck: Desk | undefined) {
  struck?.mortal.wake()
  await struck?.mortal.land()
}

function idOf(one: Asked | undefined): string | undefined {
  const created = one?.outcomes.find((outcome) => outcome?.kind === 'created')
  return created?.kind === 'created' ? created.voucher.id : undefined
}

function markDeleted(asked: readonly Asked[], voucherId: string) {
  for (const one of asked) if (idOf(one) === voucherId) one.isDeleted = true
}

/** What a user would do now. */
async function nextStep(dealer: Dealer, voucherId: string): Promise<Action | undefined> {
  const document = await documentOf(dealer, voucherId)
  switch (document?.state) {
    case undefined:
    case 'sent':
      return undefined
    case 'draft':
    case 'failed':
      return 'prepare'
    case 'prepared':
      return 'sms'
    case 'verification_pending':
      return 'confirm'
    default:
      return 'status'
  }
}

/** Asks for the status of every electronic voucher; a healthy provider answers each. */
async function askAll(
  around: { readonly dealer: Dealer; readonly provider: Provider },
  takings: Taken[],
): Promise<string[]> {
  const { documents } = auditElectronic(await around.dealer.events())
  const desk = around.dealer.openDesk()
  const faults: string[] = []
  for (const { voucherId, state } of documents.values()) {
    if (state === 'deleted') continue
    const { taken, work } = actAt(around, desk, { voucherId, action: 'status' })
    takings.push(taken)
    await work
    const { told } = taken
    if (told?.kind === 'answered') continue
    const reason = told?.kind === 'refused' ? told.rejection.code : told?.kind
    faults.push(`${voucherId} was asked in the end: ${reason}`)
  }
  return faults
}
