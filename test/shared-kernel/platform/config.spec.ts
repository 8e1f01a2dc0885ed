import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { ConfigurationError, settingsFrom } from '#kernel/platform/config.ts'

const settings = settingsFrom({
  PORT: '8081',
  EMPTY: ' ',
  WORD: 'twelve',
  DATABASE_URL: 'postgres://sarraf:hunter2@db:5432/sarraf',
  EVENTSTORE_URL: 'esdb://admin:changeit@one:2113,two:2113,three:2113?tls=true',
  LOG_LEVEL: 'loud',
  VAULT_KEY: 'c0ffee',
  SALT: '00ff',
  DEMO: 'false',
})

test('a setting is read with its type, an empty one counts as not set', () => {
  expect(settings.port('PORT')).toBe(8081)
  expect(settings.integer('EMPTY', { default: 60 })).toBe(60)
  expect(settings.text('ABSENT', { default: null })).toBeNull()
  expect(settings.boolean('DEMO', { default: true })).toBe(false)
  expect(settings.secretHex('SALT', 2)).toEqual(Buffer.from([0, 255]))
  expect(settings.url('DATABASE_URL', { protocols: ['postgres:'] })).toContain('@db:5432')
  expect(settings.url('EVENTSTORE_URL', { protocols: ['esdb:'] })).toContain('three:2113')
})

test.each([
  [
    'WORD must be an integer from 1 to 12',
    () => settings.integer('WORD', { minimum: 1, maximum: 12 }),
  ],
  [
    'PORT must be an integer from 1 to 80',
    () => settings.integer('PORT', { minimum: 1, maximum: 80 }),
  ],
  ['ABSENT must be a text; it is not set', () => settings.text('ABSENT')],
  ['DEMO must be an integer from 1 to 65535', () => settings.port('DEMO')],
  ['LOG_LEVEL must be one of info, warn', () => settings.oneOf('LOG_LEVEL', ['info', 'warn'])],
  ['WORD must be true or false', () => settings.boolean('WORD', { default: false })],
  ['VAULT_KEY must be 64 hexadecimal digits', () => settings.secretHex('VAULT_KEY', 32)],
  [
    'DATABASE_URL must be a URL that starts with http:// or https://',
    () => settings.url('DATABASE_URL', { protocols: ['http:', 'https:'] }),
  ],
])('a wrong setting says: %s', (message, read) => {
  expect(read).toThrow(new ConfigurationError(message))
})

test('a process with a wrong setting ends at once with one line that names it', () => {
  const script = `
    import { readSettingsOrExit } from '#kernel/platform/config.ts'
    readSettingsOrExit((settings) => settings.port('PORT'))`
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script],
    { env: { PORT: 'http' }, encoding: 'utf8' },
  )
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'PORT must be an integer from 1 to 65535\n',
  })
})
