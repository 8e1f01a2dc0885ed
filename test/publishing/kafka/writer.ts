import { randomBytes, randomUUID } from 'node:crypto'
import { Unavailable } from '#kernel/domain/unavailable.ts'
import { customerFormEvents } from '#kernel/events/customer-form.ts'
import type { AnyEvent, EventFamily } from '#kernel/events/event-family.ts'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { kmtsVerificationEvents } from '#kernel/events/kmts-verification.ts'
import type { EventStore, NewEvent } from '#kernel/platform/event-store/event-store.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { encoded } from '#test/support/stored-events.ts'

const KEYS = 24
const COMPANY = 'c0ffee000000000000000001'
const GIVE_UP_AFTER_MS = 60_000

interface Log {
  readonly eventStore: EventStore
  readonly vault: Vault
}

/** Public events of three nouns, in streams that grow; what is in doubt is written again. */
export function writerOf({ eventStore, vault }: Log) {
  const ids = Array.from({ length: KEYS }, () => randomBytes(12).toString('hex'))
  const revisions = new Map<string, bigint>()
  let written = 0

  async function append(stream: string, event: NewEvent) {
    const deadline = Date.now() + GIVE_UP_AFTER_MS
    for (;;) {
      try {
        const expected = revisions.get(stream) ?? 'no_stream'
        revisions.set(stream, (await eventStore.append(stream, [event], expected)).revision)
        written += 1
        return
      } catch (error) {
        if (!(error instanceof Unavailable) || Date.now() > deadline) throw error
      }
    }
  }

  async function write<Event extends AnyEvent>(
    family: EventFamily<Event>,
    id: string,
    event: NoInfer<Event>,
  ) {
    const stream = `${family.category}-${id}`
    const at = new Date().toISOString()
    await append(stream, await encoded(vault, { family, event, stream, companyId: COMPANY, at }))
  }

  /** One event to each noun of this key. */
  async function writeOnce(index: number) {
    const id = ids[index % KEYS] ?? ''
    const now = new Date().toISOString()
    await write(customerFormEvents, id, {
      type: 'FormDecided',
      data: {
        companyId: COMPANY,
        formId: id,
        isApproval: true,
        isSigned: false,
        masakStatus: 1,
        rejected: false,
        deleted: false,
        approvedAt: now,
        signedAt: null,
      },
    })
    await write(expenseVoucherEvents, id, {
      type: 'SmsSent',
      data: {
        voucherId: id,
        uuid: randomUUID(),
        attemptId: randomUUID(),
        sentAt: now,
        retryAt: now,
      },
    })
    await write(kmtsVerificationEvents, id, {
      type: 'KmtsQueryStarted',
      data: { verificationId: id, scannedCode: 'KMV1', checkedAt: now, attemptId: randomUUID() },
    })
  }

  return {
    written: () => written,
    write,
    writeOnce,
    keyOf: (index: number) => ids[index % KEYS] ?? '',
    /** Each worker has keys of its own and goes on until told to stop. */
    writeUntil: async (stop: AbortSignal, { workers = 4, pauseMs = 10 } = {}) => {
      const work = async (worker: number) => {
        for (let index = worker; !stop.aborted; index += workers) {
          await writeOnce(index)
          await new Promise((resolve) => setTimeout(resolve, pauseMs))
        }
      }
      await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))
    },
  }
}
