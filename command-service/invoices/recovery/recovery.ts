import { randomUUID } from 'node:crypto'
import { fence, release } from '#command/claims/claiming.ts'
import {
  type ProcessParts,
  type RunningProcess,
  startProcess,
} from '#command/event-sourcing/process-manager.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { documentLedgerEvents, transactionClaimEvents } from '#kernel/events/claims.ts'
import { invoiceEvents } from '#kernel/events/invoice.ts'
import { originOfProcess } from '#kernel/platform/origin.ts'
import { deleteDraft } from '../issuing/deletion.ts'
import { type InvoiceParts, nowOf } from '../issuing/parts.ts'
import { askStatus } from '../issuing/reconciliation.ts'
import { invoiceClaimant, invoiceStream } from '../issuing/repositories.ts'
import { type InvoiceAction, nextAction, type Patience, waitBeforeAsking } from './next-action.ts'
import {
  evolveOpenInvoices,
  type InvoiceStep,
  type OpenInvoice,
  openInvoicesFrom,
} from './open-invoices.ts'

export interface InvoiceRecoveryParts extends ProcessParts {
  readonly invoices: InvoiceParts
  readonly patience: Patience
}

/** Follows the log for invoices on their way, and brings home those that nobody else does. */
export const startInvoiceRecovery = ({
  invoices,
  patience,
  ...parts
}: InvoiceRecoveryParts): Promise<RunningProcess> =>
  startProcess<InvoiceStep, OpenInvoice>(parts, {
    name: 'invoice-recovery',
    families: [invoiceEvents, documentLedgerEvents, transactionClaimEvents],
    workFrom: openInvoicesFrom,
    evolve: evolveOpenInvoices,
    async resume(invoiceId, open) {
      const { log, logger } = parts
      const action = nextAction(open, log.now(), patience)
      if (action === 'wait') return false
      await recoverInvoice(invoices, { invoiceId, open, action }, patience)
      logger.info({ invoiceId, action }, 'took the step that was due of an invoice on its way')
      return true
    },
  })

interface Recoverable {
  readonly invoiceId: string
  readonly open: OpenInvoice
  readonly action: Exclude<InvoiceAction, 'wait'>
}

/** Takes the step that is due. Each can be taken twice, by two processes, or after a crash between. */
async function recoverInvoice(
  parts: InvoiceParts,
  { invoiceId, open, action }: Recoverable,
  { deadlineMs }: Patience,
): Promise<void> {
  const { companyId, lastEventId, correlationId, ledger, transaction, asked } = open
  const origin = originOfProcess('invoice-recovery', {
    companyId,
    commandId: randomUUID(),
    cause: { eventId: lastEventId, correlationId },
  })
  const claimant = invoiceClaimant(parts.repositories)
  const claims = { ledger, transaction }
  switch (action) {
    case 'fence':
      await fence(claimant, invoiceId, { claims, origin })
      break
    case 'release':
      await release(claimant, invoiceId, { claims, origin })
      break
    case 'settle': {
      const command = { type: 'SettleExpired', now: nowOf(parts), deadlineMs } as const
      const stream = invoiceStream(invoiceId)
      await parts.repositories.invoices.execute({ stream, command, origin })
      break
    }
    case 'ask':
      await askStatus(parts, { invoiceId, origin, waitMs: waitBeforeAsking(asked) })
      break
    case 'delete':
      await deleteDraft(parts, invoiceId, origin)
      break
    default:
      assertNever(action)
  }
}
