import type { VoucherRequest } from '#command/expense-vouchers/voucher-draft.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import type { FaultMode, OperationName } from '#stack/sandbox/operations/names.ts'
import type { PlannedFailure } from '#test/support/faulty-event-store.ts'
import type { Infrastructure } from '#test/support/infrastructure.ts'
import { type Dealer, type Instance, openDealer } from './dealer.ts'
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
import { ask, faultsIn, type RequestTries, tryAt } from './requests.ts'

/** So short that a provider's silence costs a run little. */
const TIMEOUT_MS = 40
const HEALTHY_MS = 5_000
/** Longer than anybody waits for an answer. */
const TOO_SLOW_MS = TIMEOUT_MS + 20

/** One step of a user with a voucher; `next` is the next step of the sequence. */
export interface Deed {
  readonly instance: number
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
      readonly instance: number
      readonly index: number
      readonly plannedFailure?: PlannedFailure | undefined
    }
  | ({ readonly kind: 'act'; readonly plannedFailure?: PlannedFailure | undefined } & Deed)
  | {
      readonly kind: 'together'
      readonly deeds: readonly Deed[]
      readonly plannedFailure?: PlannedFailure | undefined
    }
  | { readonly kind: 'fault'; readonly operation: OperationName; readonly mode: FaultMode }
  | { readonly kind: 'restart'; readonly instance: number }
  | { readonly kind: 'arrive'; readonly index: number }
  | { readonly kind: 'look' }
  | {
      readonly kind: 'recover'
      readonly instance: number
      readonly plannedFailure?: PlannedFailure | undefined
    }
  | { readonly kind: 'wait'; readonly ms: number }
  /** The bank account turns passive after this number of look-ups, or is active again. */
  | { readonly kind: 'account'; readonly looksUntilPassive: number }
  | { readonly kind: 'settings'; readonly isOn: boolean }

const INSTANCES = 2

/** A dealer with electronic vouchers, its instances and its provider, with their faults. */
export async function scenarioOf(
  infrastructure: Infrastructure,
  requests: readonly VoucherRequest[],
) {
  const provider = await openProvider()
  const dealer = openDealer(infrastructure, {
    integrator: { url: provider.url(), timeoutMs: TIMEOUT_MS },
    eDocument: electronicSettings,
  })
  const asked = requests.map(ask)
  const instances = Array.from({ length: INSTANCES }, dealer.startInstance)
  const interrupted: Instance[] = []
  const paused: Promise<unknown>[] = []
  const takings: Taken[] = []
  const around = { dealer, provider }

  /** Paused work continues later, in the background. */
  async function during(at: Instance, work: Promise<unknown>) {
    const isPaused = await Promise.race([
      work.then(() => false),
      at.faulty.untilPaused().then(() => true),
    ])
    if (isPaused) paused.push(work)
  }

  function instanceFor(place: number, planned?: PlannedFailure): Instance {
    const found = instances[place]
    const used = found?.faulty.isRunning() === true ? found : dealer.startInstance()
    instances[place] = used
    if (planned !== undefined) {
      used.faulty.planFailure(planned)
      interrupted.push(used)
    }
    return used
  }

  async function create(at: Instance, one: RequestTries | undefined) {
    const last = one?.outcomes[one.tries - 1]
    const isUnanswered = last === undefined || last.kind === 'died'
    if (one !== undefined && isUnanswered && !running.has(one)) {
      running.add(one)
      const work = tryAt(dealer, at, one).finally(() => running.delete(one))
      await during(at, work)
    }
  }
  /** A client does not ask again while its request runs. */
  const running = new Set<RequestTries>()

  const orderFault = (operation: OperationName, mode: FaultMode) =>
    provider.state.faults.order({ operation, mode, times: 1, delayMs: TOO_SLOW_MS })

  async function act(at: Instance, { index, action, code, fault }: Deed) {
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
        return create(
          instanceFor(step.instance, step.plannedFailure),
          asked[step.index % asked.length],
        )
      case 'act':
        return act(instanceFor(step.instance, step.plannedFailure), step)
      case 'together': {
        const places = [instanceFor(0, step.plannedFailure), instanceFor(1)] as const
        await Promise.all(step.deeds.map((deed) => act(places[deed.instance] ?? places[0], deed)))
        return
      }
      case 'fault':
        return orderFault(step.operation, step.mode)
      case 'restart':
        instances[step.instance] = dealer.startInstance()
        return
      case 'arrive':
        return arrive(interrupted[step.index % interrupted.length])
      case 'look':
        return dealer.look()
      case 'recover': {
        const at = instanceFor(step.instance, step.plannedFailure)
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

  /** Takes a number of undisturbed steps with each voucher. */
  async function begin(steps: readonly number[]) {
    for (const [index, many] of asked.map((_, place) => [place, steps[place] ?? 0] as const)) {
      const deed = { instance: 0, index, action: 'next', code: 'right' } as const
      for (let count = 0; count < many; count++) await act(instanceFor(0), deed)
    }
  }

  /** At the end all late calls arrive, paused processes continue, and the recovery runs with a healthy provider. */
  async function end(): Promise<string[]> {
    for (const each of interrupted) await arrive(each)
    await Promise.all(paused)
    await provider.restart()
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

  /** The failures that occurred, the results of steps, and the states of documents. */
  async function seen(): Promise<readonly string[]> {
    const { documents } = auditElectronic(await dealer.events())
    return [
      ...interrupted.flatMap(({ faulty }) => faulty.occurred()),
      ...takings.flatMap(({ response }) => response?.kind ?? []),
      ...[...documents.values()].map(({ state }) => `document ${state}`),
    ]
  }

  return { dealer, provider, takings, begin, take, end, seen, close: provider.close }
}

async function arrive(interrupted: Instance | undefined) {
  interrupted?.faulty.resume()
  await interrupted?.faulty.deliverLate()
}

function idOf(one: RequestTries | undefined): string | undefined {
  const created = one?.outcomes.find((outcome) => outcome?.kind === 'created')
  return created?.kind === 'created' ? created.voucher.id : undefined
}

function markDeleted(asked: readonly RequestTries[], voucherId: string) {
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
  const instance = around.dealer.startInstance()
  const faults: string[] = []
  for (const { voucherId, state } of documents.values()) {
    if (state === 'deleted') continue
    const { taken, work } = actAt(around, instance, { voucherId, action: 'status' })
    takings.push(taken)
    await work
    const { response } = taken
    if (response?.kind === 'answered') continue
    const reason = response?.kind === 'refused' ? response.rejection.code : response?.kind
    faults.push(`${voucherId} was asked in the end: ${reason}`)
  }
  return faults
}
