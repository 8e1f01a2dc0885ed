import { expect, test } from 'vitest'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import { settings } from '#kernel/platform/settings/settings.ts'

const addresses = [
  settings.INTEGRATOR_URL,
  settings.KMTS_URL,
  settings.BANK_GATEWAY_URL,
  settings.TAXPAYER_REGISTRY_URL,
  settings.OTEL_EXPORTER_OTLP_ENDPOINT,
  settings.COMMAND_URL,
  settings.PROJECTIONS_URL,
  settings.SCHEMAS_URL,
]

test.each(addresses)('$name takes no user and password, and does not repeat them', ({ name }) => {
  const setting = addresses.find((one) => one.name === name)
  if (setting === undefined) throw new Error('it is listed')
  const read = settingsFrom({ [name]: 'http://dealer:hunter2@127.0.0.1:4318' })
  const wrong = () => read(setting)
  expect(wrong).toThrow(new RegExp(`^${name} .*without user and password`))
  expect(wrong).not.toThrow('hunter2')
})
