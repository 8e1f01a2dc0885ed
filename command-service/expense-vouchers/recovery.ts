import { type Static, Type } from 'typebox'
import { fence, release } from '#command/claims/claiming.ts'
import {
  at,
  type ClaimStep,
  evolveClaims,
  openFields,
  put,
  without,
} from '#command/claims/open-claims.ts'
import type {
  OpenWork,
  ProcessParts,
  RunningProcess,
} from '#command/event-sourcing/process-manager.ts'
import {
  openWorkOf,
  originOfRecovery,
  type Patience,
  startRecovery,
} from '#command/provider-documents/recovery.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { documentLedgerEvents, transactionClaimEvents } from '#kernel/events/claims.ts'
import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import type { Recorded } from '#kernel/platform/recording.ts'
import { voucherClaimant } from './claims.ts'
import { complete } from './confirm.ts'
import { finish } from './create.ts'
import { resumeDeletion } from './delete.ts'
import {
  type ElectronicDependencies,
  executeElectronic,
  loadElectronic,
  timingNow,
  voucherStream,
} from './dependencies.ts'
import { settleExpired } from './electronic-rules.ts'

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
  const stage = (of: Pick<OpenVoucher, 'stage'> & Partial<OpenVoucher>, voucherId: string) =>
    put(work, voucherId, { ...at(recorded), ...of })
  switch (event.type) {
    case 'DocumentClaimed':
    case 'DocumentReleased':
    case 'TransactionClaimed':
    case 'TransactionReleased':
      return evolveClaims(work, { ...recorded, event }, claiming)
    case 'VoucherDrafted':
    case 'VoucherFinalized':
    case 'VoucherPrepared':
    case 'PreparationRefused':
    case 'PreparationUnknown':
    case 'SmsSent':
    case 'SmsRefused':
    case 'SmsUnknown':
    case 'CodeRefused':
    case 'SubmissionRefused':
    case 'SubmissionUnknown':
    case 'LocalCompletionFailed':
    case 'DeletionRefused':
      return without(work, event.data.voucherId)
    case 'PreparationStarted':
    case 'SmsRequested':
    case 'SubmissionStarted':
      return stage({ stage: 'attempting' }, event.data.voucherId)
    case 'ProviderAccepted':
      return stage({ stage: 'accepted' }, event.data.voucherId)
    case 'DeletionStarted':
    case 'DeletionUnknown':
      return stage({ stage: 'deleting' }, event.data.voucherId)
    case 'StatusChecked':
    case 'OutcomeResolved':
    case 'LateAnswerReceived':
      return work
    case 'FinalizationRequested':
      return stage({ stage: 'finalizing' }, event.data.voucherId)
    case 'DraftDeleted':
      return stage({ stage: 'givenUp', ...event.data.claims }, event.data.voucherId)
    case 'VoucherAbandoned': {
      const { voucherId } = event.data
      const held = event.data.claims ?? work.get(voucherId)
      if (held === undefined) return work
      const { ledger, transaction } = held
      return stage({ stage: 'givenUp', ledger, transaction }, voucherId)
    }
    default:
      return assertNever(event)
  }
}

const claiming = {
  kind: 'expenseVoucher',
  claimed: (claims: Omit<OpenVoucher, 'stage'>): OpenVoucher => ({ ...claims, stage: 'claimed' }),
} as const

/**
 * The step that completes a voucher after a crash, and after how long. A claim is never released on a
 * time-out alone: first nobody can create its voucher any more (`fence`), then it is given back. A call
 * at the provider is never made again, but for the cancelling of a draft, which is the same once or
 * twice.
 */
const steps = {
  claimed: ['fence', 'deadlineMs'],
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

export interface RecoveryDependencies extends ProcessParts {
  readonly electronic: ElectronicDependencies
  readonly patience: Patience
}

export const startVoucherRecovery = ({
  electronic,
  patience,
  ...parts
}: RecoveryDependencies): Promise<RunningProcess> =>
  startRecovery<VoucherStep, OpenVoucher, RecoveryAction>(parts, {
    name: NAME,
    families: [expenseVoucherEvents, documentLedgerEvents, transactionClaimEvents],
    workFrom: openWorkFrom,
    evolve: evolveOpenWork,
    nextAction: (open, now) => nextAction(open, now, patience),
    recover: (voucherId, open, action) => recoverVoucher(electronic, { voucherId, open, action }),
  })

interface Recoverable {
  readonly voucherId: string
  readonly open: OpenVoucher
  readonly action: RecoveryAction
}

/** Takes the step that is due. Each can be taken twice, by two processes, or after another crash. */
export async function recoverVoucher(
  dependencies: ElectronicDependencies,
  { voucherId, open, action }: Recoverable,
): Promise<void> {
  const { repositories } = dependencies
  const origin = originOfRecovery(NAME, open)
  const target = { voucherId, origin }
  const { ledger, transaction } = open
  const claims = { ledger, transaction }
  switch (action) {
    case 'finish': {
      const loaded = await repositories.vouchers.load(voucherStream(voucherId))
      await finish(dependencies, loaded, origin)
      break
    }
    case 'fence':
      await fence(voucherClaimant(repositories), voucherId, { claims, origin })
      break
    case 'release':
      await release(voucherClaimant(repositories), voucherId, { claims, origin })
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
