import { randomBytes, randomUUID } from 'node:crypto'
import { customerFormEvents } from '#kernel/events/customer-form.ts'
import type { NewEvent } from '#kernel/platform/event-store/event-store.ts'
import { encodeEvent } from '#kernel/platform/recording/event-codec.ts'
import type { Parts } from './parts.ts'

const COMPANY = 'be0000000000000000000001'
const PER_STREAM = 10
const CONCURRENCY = 16

const origin = {
  companyId: COMPANY,
  actor: { kind: 'process' as const, id: 'bench' },
  commandId: randomUUID(),
  requestId: null,
  idempotencyKey: null,
  ip: null,
  userAgent: null,
  causationId: null,
  correlationId: randomUUID(),
}

/** A public event of a form, ready to be appended to its stream. */
export async function formEvent(
  { vault }: Pick<Parts, 'vault'>,
  formId: string,
): Promise<NewEvent> {
  const recordedAt = new Date().toISOString()
  return encodeEvent(vault, {
    family: customerFormEvents,
    event: {
      type: 'FormDecided',
      data: {
        companyId: COMPANY,
        formId,
        isApproval: true,
        isSigned: true,
        masakStatus: 1,
        rejected: false,
        deleted: false,
        approvedAt: recordedAt,
        signedAt: recordedAt,
      },
    },
    id: randomUUID(),
    stream: streamOf(formId),
    recordedAt,
    origin,
    owner: { companyId: COMPANY, purpose: 'company', person: 'nobody' },
  })
}

export const newFormId = () => randomBytes(12).toString('hex')
export const streamOf = (formId: string) => `${customerFormEvents.category}-${formId}`

/** So many events, some in each of many streams. */
export async function fillLog(parts: Parts, count: number): Promise<void> {
  let left = count
  const worker = async () => {
    while (left > 0) {
      left -= PER_STREAM
      const formId = newFormId()
      const ofForm = Array.from({ length: PER_STREAM }, () => formEvent(parts, formId))
      await parts.eventStore.append(streamOf(formId), await Promise.all(ofForm), 'no_stream')
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}
