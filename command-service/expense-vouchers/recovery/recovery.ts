import {
  type ProcessParts,
  type RunningProcess,
  startProcess,
} from '#command/event-sourcing/process-manager.ts'
import { documentLedgerEvents, transactionClaimEvents } from '#kernel/events/claims.ts'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import type { ElectronicParts } from '../electronic/parts.ts'
import { nextAction, type Patience } from './next-action.ts'
import { evolveOpenWork, type OpenVoucher, openWorkFrom, type VoucherStep } from './open-work.ts'
import { recoverVoucher } from './recover-voucher.ts'

export interface RecoveryParts extends ProcessParts {
  readonly electronic: ElectronicParts
  readonly patience: Patience
}

/** Follows the log for vouchers on their way, and brings home those that nobody else does. */
export const startVoucherRecovery = ({
  electronic,
  patience,
  ...parts
}: RecoveryParts): Promise<RunningProcess> =>
  startProcess<VoucherStep, OpenVoucher>(parts, {
    name: 'voucher-recovery',
    families: [expenseVoucherEvents, documentLedgerEvents, transactionClaimEvents],
    workFrom: openWorkFrom,
    evolve: evolveOpenWork,
    async bringHome(voucherId, open) {
      const { log, logger } = parts
      const action = nextAction(open, log.now(), patience)
      if (action === 'wait') return false
      await recoverVoucher(electronic, { voucherId, open, action })
      logger.info({ voucherId, action }, 'brought a voucher on its way home')
      return true
    },
  })
