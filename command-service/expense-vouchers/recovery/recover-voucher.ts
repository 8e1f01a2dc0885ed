import { randomUUID } from 'node:crypto'
import { fence, release } from '#command/claims/claiming.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { originOfProcess } from '#kernel/platform/origin.ts'
import { complete } from '../electronic/completion.ts'
import { goOnDeleting } from '../electronic/delete.ts'
import { type ElectronicParts, execute, loadSettled, timingOf } from '../electronic/parts.ts'
import { voucherClaimant } from '../issuing/claims.ts'
import { finishVoucher } from '../issuing/finish-voucher.ts'
import { voucherStream } from '../issuing/repositories.ts'
import type { RecoveryAction } from './next-action.ts'
import type { OpenVoucher } from './open-work.ts'

interface Recoverable {
  readonly voucherId: string
  readonly open: OpenVoucher
  readonly action: Exclude<RecoveryAction, 'wait'>
}

/** Takes the step that is due. Each can be taken twice, by two processes, or after a crash between. */
export async function recoverVoucher(
  parts: ElectronicParts,
  { voucherId, open, action }: Recoverable,
): Promise<void> {
  const { log, repositories } = parts
  const { companyId, lastEventId, correlationId, ledger, transaction } = open
  const origin = originOfProcess('voucher-recovery', {
    companyId,
    commandId: randomUUID(),
    cause: { eventId: lastEventId, correlationId },
  })
  const wanted = { voucherId, origin }
  const claims = { ledger, transaction }
  switch (action) {
    case 'finish': {
      const { state, position } = await repositories.vouchers.load(voucherStream(voucherId))
      await finishVoucher(repositories, log, { state, position, origin })
      break
    }
    case 'fence':
      await fence(voucherClaimant(repositories), voucherId, { claims, origin })
      break
    case 'release':
      await release(voucherClaimant(repositories), voucherId, { claims, origin })
      break
    case 'settle':
      await execute(parts, wanted, { type: 'SettleExpired', ...timingOf(parts) })
      break
    case 'complete':
      await complete(parts, wanted, await loadSettled(parts, wanted))
      break
    case 'cancel':
      await goOnDeleting(parts, wanted)
      break
    default:
      assertNever(action)
  }
}
