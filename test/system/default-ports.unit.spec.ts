import { expect, test } from 'vitest'
import { readAuditPageSettings } from '#audit/page/settings.ts'
import { readCommandSettings } from '#command/settings.ts'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import { readProjectionsSettings } from '#projections/settings.ts'
import { readFeedSettings } from '#publishing/kafka/settings.ts'
import { readWebhookSettings } from '#publishing/webhooks/settings.ts'
import { readQuerySettings } from '#query/settings.ts'
import { readGatewaySettings } from '#stack/gateway/settings.ts'

const http = 'http://127.0.0.1:1'

const environment = {
  DATABASE_URL: 'postgres://127.0.0.1/sarraf',
  EVENTSTORE_URL: 'esdb://127.0.0.1:2113',
  VAULT_KEY: 'ab'.repeat(32),
  INTEGRATOR_URL: http,
  KMTS_URL: http,
  BANK_GATEWAY_URL: http,
  TAXPAYER_REGISTRY_URL: http,
  SIGN_IN_KEY: '0'.repeat(64),
  COMMAND_URL: http,
  QUERY_URL: http,
  PROJECTIONS_URL: http,
  KAFKA_BROKERS: '127.0.0.1:9092',
}

const readers = {
  gateway: readGatewaySettings,
  command: readCommandSettings,
  query: readQuerySettings,
  projections: readProjectionsSettings,
  audit: readAuditPageSettings,
  feed: readFeedSettings,
  webhooks: readWebhookSettings,
}

test('no two processes have the same default port', () => {
  const read = settingsFrom(environment)
  const ports = Object.values(readers).map((readSettings) => readSettings(read).port)
  expect(new Set(ports).size).toBe(ports.length)
})

test('a given port replaces the default port of every process', () => {
  const read = settingsFrom({ ...environment, PORT: '4000' })
  const ports = Object.values(readers).map((readSettings) => readSettings(read).port)
  expect(new Set(ports)).toEqual(new Set([4000]))
})
