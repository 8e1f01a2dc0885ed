import { randomUUID } from 'node:crypto'
import { release } from '#command/claims/claiming.ts'
import type { NotFound, Outcome, VoucherStatus } from '#command/providers/integrator/port.ts'
import { instantAfter } from '#kernel/domain/instant.ts'
import type { Origin } from '#kernel/platform/recording.ts'
import type { RecordStatus } from '../invoice-commands.ts'
import { callOf, type InvoiceParts, nowOf } from './parts.ts'
import { holdsNothing, invoiceClaimant, invoiceStream } from './repositories.ts'

interface Question {
  readonly invoiceId: string
  readonly origin: Origin
  /** Without a clear answer it is asked again after this. */
  readonly waitMs: number
}

/** Asks the integrator what became of an invoice, and settles it where it says so clearly. */
export async function askStatus(
  parts: InvoiceParts,
  { invoiceId, origin, waitMs }: Question,
): Promise<void> {
  const { invoices } = parts.repositories
  const stream = invoiceStream(invoiceId)
  const { state: asked } = await invoices.load(stream)
  if (asked.status !== 'requested' || asked.stage !== 'unknown') return
  const { uuid, claims } = asked.content
  const call = callOf(parts, asked.content, {
    companyId: origin.companyId,
    requestId: randomUUID(),
  })
  const said = saidBy(await parts.integrator.invoiceStatus(call, uuid))
  const now = nowOf(parts)
  const nextAt = instantAfter(now, waitMs)
  const command = { type: 'RecordStatus', ...said, now, nextAt } as const
  const { state } = await invoices.execute({ stream, command, origin })
  if (holdsNothing(state)) {
    await release(invoiceClaimant(parts.repositories), invoiceId, { claims, origin })
  }
}

type Said = Pick<RecordStatus, 'found' | 'detail' | 'accepted'>

/** An integrator that does not answer clearly has said nothing. */
function saidBy(answer: Outcome<VoucherStatus> | NotFound): Said {
  if (answer.kind === 'notFound') return { found: 'notFound', detail: null, accepted: null }
  if (answer.kind !== 'done') return { found: 'unclear', detail: null, accepted: null }
  return foundAs(answer.answer)
}

/** What the integrator tells of a document that it has. */
export function foundAs(status: VoucherStatus): Said {
  const { state: found, detail } = status
  const accepted =
    status.state === 'accepted' ? { number: status.number, acceptedAt: status.acceptedAt } : null
  return { found, detail, accepted }
}
