import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { type KafkaConnection, kafkaConnection } from '#kernel/platform/kafka/kafka-settings.ts'
import { type Environment, settingsFrom } from '#kernel/platform/settings/read.ts'
import { orNull } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'

const address = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const Stack = Compile(Type.Object({ baseUrl: address, kafkaBrokers: address, feedUrl: address }))

/** The brokers that the environment names, else those of the running system. */
export function findKafka(environment: Environment): KafkaConnection {
  const given = settingsFrom(environment)(orNull(settings.KAFKA_BROKERS))
  const isGiven = given !== null && given !== 'embedded'
  const brokers = isGiven ? given : runningStack(environment)?.kafkaBrokers
  if (brokers === undefined || brokers === null) {
    throw new CommandError(
      'There is no Kafka: start a system with KAFKA_BROKERS, name its folder in DATA_DIR, or set KAFKA_BROKERS to host:port.',
    )
  }
  return kafkaConnection(settingsFrom({ ...environment, KAFKA_BROKERS: brokers }))
}

/** The URL of the feed's status; undefined if no feed is configured. */
export function findFeed(environment: Environment): string | undefined {
  const given = settingsFrom(environment)(orNull(settings.FEED_URL))
  return given ?? runningStack(environment)?.feedUrl ?? undefined
}

/** Where the schemas are served: as the environment says, else by the running system. */
export function findSchemas(environment: Environment): string {
  const isGiven = (environment['SCHEMAS_URL'] ?? '').trim() !== ''
  const baseUrl = isGiven ? undefined : runningStack(environment)?.baseUrl
  return typeof baseUrl === 'string'
    ? `${baseUrl}/schemas`
    : settingsFrom(environment)(settings.SCHEMAS_URL)
}

function runningStack(environment: Environment) {
  const folder = resolve(settingsFrom(environment)(settings.DATA_DIR))
  try {
    return Stack.Parse(JSON.parse(readFileSync(join(folder, 'stack.json'), 'utf8')))
  } catch {
    return undefined
  }
}
