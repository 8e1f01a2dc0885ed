import { type Static, Type } from 'typebox'
import { fence, release } from '#command/claims/claiming.ts'
import {
  at,
  type ClaimStep,
  evolveClaims,
  isClaimStep,
  openFields,
} from '#command/claims/open-claims.ts'
import { openWorkOf, originAfter, put, without } from '#command/event-sourcing/open-work.ts'
import type {
  OpenWork,
  ProcessManager,
  ProcessManagerDependencies,
} from '#command/event-sourcing/process-manager.ts'
import { type Patience, startRecovery } from '#command/provider-documents/recovery.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { documentLedgerEvents, transactionClaimEvents } from '#kernel/events/claims.ts'
import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import type { Recorded } from '#kernel/platform/recording/event-codec.ts'
import { voucherClaimant } from './claims.ts'
import { complete } from './complete.ts'
import { finish } from './create.ts'
import { resumeDeletion } from './delete.ts'
import { settleExpired } from './electronic-rules.ts'
import { meanings } from './meanings.ts'
import {
  type ElectronicDependencies,
  executeElectronic,
  loadElectronic,
  timingNow,
  voucherStream,
} from './repository.ts'

/**
 * A voucher that is not finished: claims without a voucher, a number to come, claims to give back, a
 * call at the provider without a recorded outcome, an official document that is not complete here.
 */
const OpenVoucher = Type.Object({
  ...openFields,
  stage: Type.Enum(['claimed', 'finalizing', 'givenUp', 'attempting', 'accepted', 'deleting']),
})
export type OpenVoucher = Static<typeof OpenVoucher>

export type VoucherStep = ExpenseVoucherEvent | ClaimStep

export const openWorkFrom = openWorkOf(OpenVoucher)

export function evolveOpenWork(
  work: OpenWork<OpenVoucher>,
  recorded: Recorded<VoucherStep>,
): OpenWork<OpenVoucher> {
  const { event } = recorded
  if (isClaimStep(event)) return evolveClaims(work, { ...recorded, event }, claiming)
  const { voucherId } = event.data
  const { leaves: stage } = meanings[event.type]
  if (stage === 'unchanged') return work
  if (stage === 'nothing') return without(work, voucherId)
  if (stage !== 'givenUp') return put(work, voucherId, { ...at(recorded), stage })
  const held = ('claims' in event.data ? event.data.claims : null) ?? work.get(voucherId)
  if (held === undefined) return work
  const { ledger, transaction } = held
  return put(work, voucherId, { ...at(recorded), ledger, transaction, stage })
}

const claiming = {
  kind: 'expenseVoucher',
  claimed: (claims: Omit<OpenVoucher, 'stage'>): OpenVoucher => ({ ...claims, stage: 'claimed' }),
} as const

/**
 * The step that completes a voucher after a crash, and after how long. A claim is never released on a
 * time-out alone: first the creation of its voucher is prevented (`fence`), then the claim is released.
 * The sooner that is done, the sooner a caller who was told to try again can.
 * A call at the provider is never made again, except to cancel a draft, which may be done twice.
 */
const steps = {
  claimed: ['fence', 'graceMs'],
  finalizing: ['finish', 'graceMs'],
  attempting: ['settle', 'deadlineMs'],
  accepted: ['complete', 'graceMs'],
  deleting: ['cancel', 'deadlineMs'],
  givenUp: ['release', 'graceMs'],
} as const satisfies Record<OpenVoucher['stage'], readonly [string, keyof Patience]>

type RecoveryAction = (typeof steps)[OpenVoucher['stage']][0]

export function nextAction(
  { stage, since }: OpenVoucher,
  now: number,
  patience: Patience,
): RecoveryAction | 'wait' {
  const [action, after] = steps[stage]
  return now - since >= patience[after] ? action : 'wait'
}

const NAME = 'voucher-recovery'

/** How the log tells which vouchers are not finished. */
export const voucherWork = {
  name: NAME,
  families: [expenseVoucherEvents, documentLedgerEvents, transactionClaimEvents],
  workFrom: openWorkFrom,
  evolve: evolveOpenWork,
}

export interface RecoveryDependencies extends ProcessManagerDependencies {
  readonly electronic: ElectronicDependencies
  readonly patience: Patience
}

export const startVoucherRecovery = ({
  electronic,
  patience,
  ...dependencies
}: RecoveryDependencies): Promise<ProcessManager> =>
  startRecovery<VoucherStep, OpenVoucher, RecoveryAction>(dependencies, {
    ...voucherWork,
    nextAction: (open, now) => nextAction(open, now, patience),
    recover: (voucherId, open, action) => recoverVoucher(electronic, { voucherId, open, action }),
  })

interface Recoverable {
  readonly voucherId: string
  readonly open: OpenVoucher
  readonly action: RecoveryAction
}

/** Takes the step that is due. Each can be taken twice, by two processes, or after another crash. */
async function recoverVoucher(
  dependencies: ElectronicDependencies,
  { voucherId, open, action }: Recoverable,
): Promise<void> {
  const { repositories } = dependencies
  const origin = originAfter(NAME, open)
  const target = { voucherId, origin }
  const claimant = voucherClaimant(repositories)
  switch (action) {
    case 'finish': {
      const loaded = await repositories.vouchers.load(voucherStream(voucherId))
      await finish(dependencies, loaded, origin)
      break
    }
    case 'fence':
      await fence(claimant, voucherId, { claims: open, origin })
      break
    case 'release':
      await release(claimant, voucherId, { claims: open, origin })
      break
    case 'settle':
      await executeElectronic(dependencies, target, settleExpired(timingNow(dependencies)))
      break
    case 'complete':
      await complete(dependencies, target, await loadElectronic(dependencies, target))
      break
    case 'cancel':
      await resumeDeletion(dependencies, target)
      break
    default:
      assertNever(action)
  }
}
