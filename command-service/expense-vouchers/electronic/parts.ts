import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Log } from '#command/event-sourcing/log.ts'
import { originOf } from '#command/event-sourcing/origin.ts'
import type {
  Call,
  Integrator,
  IntegratorAccount,
  Outcome,
} from '#command/providers/integrator/port.ts'
import { notFound } from '#kernel/domain/rejection.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import type { Origin } from '#kernel/platform/recording.ts'
import { type ExpenseVoucherCommand, electronicOnly } from '../expense-voucher.ts'
import { type VoucherRepositories, voucherStream } from '../issuing/repositories.ts'
import type { CallOutcome, Timing } from './commands.ts'
import { type ElectronicVoucher, evolveElectronic } from './electronic-voucher.ts'
import { expiredAttempt } from './expired-attempt.ts'
import type { PreparationFacts } from './preparable.ts'

/** What the company keeps with us that an electronic voucher depends on. */
export interface ElectronicReferences {
  readonly facts: (companyId: string) => PreparationFacts
  readonly timeZone: (companyId: string) => string
  readonly integratorAccount: (companyId: string) => IntegratorAccount | undefined
  readonly isPassive: (companyId: string, accountId: string) => boolean
}

export interface ElectronicParts {
  readonly log: Log
  readonly repositories: VoucherRepositories
  readonly integrator: Integrator
  readonly references: ElectronicReferences
  readonly timing: { readonly deadlineMs: number; readonly cooldownMs: number }
  /** Aborted at the end of the process: calls that are still open end as unknown. */
  readonly closing: AbortSignal
  readonly logger: Logger
}

/** A voucher as its stream has it. */
export interface Loaded {
  readonly voucher: ElectronicVoucher
  readonly position: bigint
}

/** Who wants something of a voucher. */
export interface Wanted {
  readonly voucherId: string
  readonly origin: Origin
}

export const wantedBy = (context: RequestContext, voucherId: string): Wanted => ({
  voucherId,
  origin: originOf(context, randomUUID()),
})

export const timingOf = ({ log, timing }: ElectronicParts): Timing => ({
  now: new Date(log.now()).toISOString(),
  ...timing,
})

/** The company's electronic voucher, with no attempt that is older than its deadline. */
export async function loadSettled(
  parts: ElectronicParts,
  { voucherId, origin }: Wanted,
): Promise<Loaded> {
  const loaded = await parts.repositories.vouchers.load(voucherStream(voucherId))
  if (loaded.companyId !== origin.companyId) return notFound('voucher')
  const voucher = electronicOnly(loaded.state)
  const settled = expiredAttempt(voucher, timingOf(parts)).reduce(evolveElectronic, voucher)
  return { voucher: settled, position: loaded.position }
}

/** Does it, and gives the electronic voucher that it leaves. */
export async function execute(
  { repositories }: ElectronicParts,
  { voucherId, origin }: Wanted,
  command: ExpenseVoucherCommand,
): Promise<Loaded> {
  const stream = voucherStream(voucherId)
  const { state, position } = await repositories.vouchers.execute({ stream, command, origin })
  return { voucher: electronicOnly(state), position }
}

/** The same, with everything that is recorded naming the attempt at the provider. */
export const duringAttempt = ({ voucherId, origin }: Wanted, attemptId: string): Wanted => ({
  voucherId,
  origin: { ...origin, attemptId },
})

export const callOf = (
  { references, closing }: ElectronicParts,
  { content }: ElectronicVoucher,
  { companyId, requestId }: { companyId: string; requestId: string },
): Call => ({
  account: references.integratorAccount(companyId),
  environment: content.environment ?? 'test',
  requestId,
  signal: closing,
})

/** A document that the provider does not know has nothing left there. */
export const asCancelled = (
  outcome: Outcome<object> | { readonly kind: 'notFound' },
): CallOutcome<object> => (outcome.kind === 'notFound' ? { kind: 'done', answer: {} } : outcome)
