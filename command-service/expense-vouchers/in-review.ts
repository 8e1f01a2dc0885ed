import {
  type ElectronicDependencies,
  type LoadedVoucher,
  loadElectronic,
  type VoucherTarget,
} from './dependencies.ts'
import { refuseState } from './electronic-rules.ts'
import type { ElectronicVoucher } from './voucher.ts'

interface Incomplete {
  readonly error: unknown
  /** As it counts while the log cannot be read. */
  readonly state: ElectronicVoucher['document']['state']
}

/**
 * The provider has accepted the document, and that could not be recorded, or not be completed: the
 * recovery or `status` does it, unless it has been done after all.
 */
export async function inReview(
  dependencies: ElectronicDependencies,
  target: VoucherTarget,
  { error, state }: Incomplete,
): Promise<LoadedVoucher> {
  dependencies.logger.error({ err: error }, 'an accepted voucher could not be completed')
  const loaded = await loadElectronic(dependencies, target).catch(() => undefined)
  const now = loaded?.voucher.document.state ?? state
  if (loaded !== undefined && now === 'sent') return loaded
  return refuseState('E_DOCUMENT_REVIEW_REQUIRED', now === 'dispatching' ? state : now)
}
