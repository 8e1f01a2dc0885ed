import { randomUUID } from 'node:crypto'
import type { Log } from '#command/store/log.ts'
import { originOfProcess } from '#command/store/origin.ts'
import { fence, release } from '../voucher-issuing/claims.ts'
import { finishVoucher } from '../voucher-issuing/finish-voucher.ts'
import { type VoucherRepositories, voucherStream } from '../voucher-issuing/repositories.ts'
import type { RecoveryAction } from './next-action.ts'
import type { OpenVoucher } from './open-work.ts'

interface Recoverable {
  readonly voucherId: string
  readonly open: OpenVoucher
  readonly action: Exclude<RecoveryAction, 'wait'>
}

/** Takes the step that is due. Each can be taken twice, by two processes, or after a crash between. */
export async function recoverVoucher(
  log: Log,
  repositories: VoucherRepositories,
  { voucherId, open, action }: Recoverable,
): Promise<void> {
  const { companyId, lastEventId: causationId } = open
  const origin = originOfProcess('voucher-recovery', {
    companyId,
    commandId: randomUUID(),
    causationId,
  })
  if (action === 'finish') {
    const { state, position } = await repositories.vouchers.load(voucherStream(voucherId))
    await finishVoucher(repositories, log, { state, position, origin })
    return
  }
  const { ledger, transaction } = open
  const giveBack = action === 'fence' ? fence : release
  await giveBack(repositories, voucherId, { claims: { ledger, transaction }, origin })
}
