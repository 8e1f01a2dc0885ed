import type { Logger } from '#kernel/platform/process/logger.ts'
import { pause } from '#kernel/platform/waiting/timing.ts'
import { allSchemas } from '#publishing/kafka/documents/all-schemas.ts'
import { typesInRecords } from '#publishing/kafka/documents/described-types.ts'

const ANSWERS_WITHIN_MS = 10_000
const TRY_AGAIN_AFTER_MS = 30_000

interface Registration {
  readonly url: string
  readonly logger: Logger
  readonly stop: AbortSignal
}

/**
 * Registers the schema of each kind of record (Confluent API). Schemas that are there already stay as
 * they are. Nothing waits for it: records do not refer to the registry.
 */
export async function registerSchemas({ url, logger, stop }: Registration): Promise<void> {
  while (!stop.aborted) {
    try {
      for (const [subject, schema] of subjects()) await register(url, subject, schema)
      logger.info('the schemas are registered')
      return
    } catch (error) {
      logger.warn({ err: error }, 'the schema registry does not accept the schemas; trying again')
      await pause(TRY_AGAIN_AFTER_MS, stop)
    }
  }
}

/** Subjects by topic and type, because a topic has several types; one for each state topic. */
function subjects(): ReadonlyMap<string, object> {
  const topicOf = new Map(typesInRecords.map(({ type, topic }) => [type, topic]))
  const named = [...allSchemas()].map(([type, schema]) => {
    const topic = topicOf.get(type)
    return [topic === undefined ? `${type}-value` : `${topic}-${type}`, schema] as const
  })
  return new Map(named)
}

async function register(registry: string, subject: string, schema: object) {
  const { username, password, ...place } = partsOf(registry)
  const credentials = Buffer.from(`${username}:${password}`).toString('base64')
  const answer = await fetch(`${place.base}/subjects/${encodeURIComponent(subject)}/versions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/vnd.schemaregistry.v1+json',
      ...(username !== '' && { authorization: `Basic ${credentials}` }),
    },
    body: JSON.stringify({ schemaType: 'JSON', schema: JSON.stringify(schema) }),
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
  })
  if (!answer.ok) throw new Error(`${subject}: the schema registry answers ${answer.status}`)
  await answer.body?.cancel()
}

function partsOf(registry: string) {
  const url = new URL(registry)
  const username = decodeURIComponent(url.username)
  const password = decodeURIComponent(url.password)
  url.username = ''
  url.password = ''
  return { base: url.href.replace(/\/$/, ''), username, password }
}
