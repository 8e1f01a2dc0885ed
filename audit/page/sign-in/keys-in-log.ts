import type { AuditedSystem } from '#audit/audited-system.ts'
import { type AnyEvent, valueUnlessForgotten } from '#kernel/events/event-family.ts'
import { apiKeyEvents, companyEvents, eventsOfKeys } from '#kernel/events/reference-data.ts'
import { isCausedByData } from '#kernel/platform/errors/caused-by-data.ts'
import type { FindApiKey } from '#kernel/platform/http/authentication.ts'
import { type Decoder, decodeEvents } from '#kernel/platform/recording/event-codec.ts'
import { apiKeyStream, companyStream } from '#kernel/platform/recording/key-streams.ts'

type Sources = Pick<AuditedSystem, 'log' | 'vault' | 'readModels'>

/**
 * The current state of keys as the log has it: this page opens the history of a company, so no table
 * tells it who may see that. A table can only end a key, which needs no proof.
 */
export const apiKeysInLog =
  (system: () => Promise<Sources>): FindApiKey =>
  async (apiUserId) => {
    const sources = await system()
    const key = await lastRecord(sources, apiKeyStream(apiUserId), apiKeyEvents)
    if (key === undefined) return undefined
    const { companyId } = key.metadata
    const { status, validUntil, rights } = key.event.data
    const secretHash = valueUnlessForgotten(key.event.data.secretHash)
    if (secretHash === null) return undefined
    const owner = await lastRecord(sources, companyStream(companyId), companyEvents)
    return {
      apiUserId,
      companyId,
      secretHash,
      status: status && !(await hasUnreadKeys(sources, companyId)),
      validUntil,
      rights,
      company: owner?.event.data ?? null,
    }
  }

/** Undefined as well where the last event cannot be read: what stood before it no longer counts. */
async function lastRecord<Event extends AnyEvent>(
  { log, vault }: Sources,
  stream: string,
  family: Decoder<Event>,
) {
  const last = await log.readStream(stream, { direction: 'backwards', maxCount: 1 })
  try {
    const [recorded] = await decodeEvents(vault, () => family, last)
    return recorded
  } catch (error) {
    if (!isCausedByData(error)) throw error
    return undefined
  }
}

async function hasUnreadKeys({ readModels }: Sources, companyId: string): Promise<boolean> {
  const unread = await readModels
    .selectFrom('parked_event')
    .select('position')
    .where('company_id', '=', companyId)
    .where('type', 'in', eventsOfKeys)
    .executeTakeFirst()
  return unread !== undefined
}
