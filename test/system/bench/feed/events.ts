import { randomBytes } from 'node:crypto'
import { customerFormEvents } from '#kernel/events/customer-form.ts'
import type { NewEvent } from '#kernel/platform/event-store/event-store.ts'
import { encoded } from '#test/support/stored-events.ts'
import type { Parts } from './parts.ts'

const COMPANY = 'be0000000000000000000001'
const PER_STREAM = 10
const CONCURRENCY = 16

/** A public event of a form, ready to be appended to its stream. */
export async function formEvent(
  { vault }: Pick<Parts, 'vault'>,
  formId: string,
): Promise<NewEvent> {
  const at = new Date().toISOString()
  return encoded(vault, {
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
        approvedAt: at,
        signedAt: at,
      },
    },
    stream: streamOf(formId),
    companyId: COMPANY,
    at,
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
