import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { attemptDeadlineSeconds, signInSettings } from '#kernel/platform/settings/of-services.ts'
import { ConfigurationError, isGiven, settingsFrom } from '#kernel/platform/settings/read.ts'
import {
  boolean,
  integer,
  oneOf,
  orNull,
  port,
  required,
  type Setting,
  secretHex,
  text,
  url,
} from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import { settingsPage } from '#kernel/platform/settings/settings-page.ts'
import { folderForThisFile } from '#test/support/temporary-folder.ts'

const meaning = 'Something.'
const http = ['http:', 'https:']

const read = settingsFrom({
  PORT: '8081',
  EMPTY: ' ',
  WORD: 'twelve',
  PASSWORD: '0012',
  HALF: '12.5',
  HEX: '0x10',
  BIG: '1e3',
  DATABASE_URL: 'postgres://sarraf:hunter2@db:5432/sarraf',
  EVENTSTORE_URL: 'esdb://admin:changeit@one:2113,two:2113,three:2113?tls=true',
  LOG_LEVEL: 'loud',
  VAULT_KEY: 'c0ffee',
  SALT: '00ff',
  DEMO: 'false',
})

test('a setting is read with its type, an empty one counts as not set', () => {
  expect(read(port('PORT', { meaning }))).toBe(8081)
  expect(read(integer('EMPTY', { meaning, default: 60 }))).toBe(60)
  expect(read(orNull(text('ABSENT', { meaning })))).toBeNull()
  expect(read(orNull(integer('EMPTY', { meaning })))).toBeNull()
  expect(read(boolean('DEMO', { meaning, default: true }))).toBe(false)
  expect(read(text('PASSWORD', { meaning }))).toBe('0012')
  expect(read(text('DEMO', { meaning }))).toBe('false')
  expect(read(secretHex('SALT', { meaning, bytes: 2 }))).toEqual(Buffer.from([0, 255]))
  expect(read(orNull(secretHex('SALT', { meaning, bytes: 2 })))).toEqual(Buffer.from([0, 255]))
  expect(read(url('DATABASE_URL', { meaning, protocols: ['postgres:'] }))).toContain('@db:5432')
  expect(read(url('EVENTSTORE_URL', { meaning, protocols: ['esdb:'] }))).toContain('three:2113')
})

test.each<[string, Setting]>([
  ['WORD must be an integer from 1 to 12', integer('WORD', { meaning, minimum: 1, maximum: 12 })],
  ['PORT must be an integer from 1 to 80', integer('PORT', { meaning, minimum: 1, maximum: 80 })],
  ['HALF must be an integer of at least 0', integer('HALF', { meaning })],
  ['HEX must be an integer of at least 0', integer('HEX', { meaning })],
  ['BIG must be an integer of at least 0', integer('BIG', { meaning })],
  ['ABSENT must be text; it is not set', text('ABSENT', { meaning })],
  [
    'ABSENT must be an integer of at least 0; it is not set',
    required(integer('ABSENT', { meaning, default: 1 })),
  ],
  ['DEMO must be an integer from 1 to 65535', port('DEMO', { meaning })],
  [
    'LOG_LEVEL must be one of info, warn',
    oneOf('LOG_LEVEL', { meaning, choices: ['info', 'warn'] }),
  ],
  ['WORD must be true or false', boolean('WORD', { meaning, default: false })],
  ['VAULT_KEY must be 64 hexadecimal digits', secretHex('VAULT_KEY', { meaning, bytes: 32 })],
  [
    'DATABASE_URL must be a URL that starts with http:// or https://, without user and password',
    url('DATABASE_URL', { meaning, protocols: http }),
  ],
])('a wrong setting says: %s', (message, setting) => {
  expect(() => read(setting)).toThrow(new ConfigurationError(message))
})

const folder = await folderForThisFile('secrets')

describe('a secret in a file', () => {
  const fileWith = (content: string) => {
    const file = join(folder, randomUUID())
    writeFileSync(file, content)
    return file
  }
  const password = text('KAFKA_PASSWORD', { meaning, secret: true })
  const address = url('DATABASE_URL', { meaning, protocols: ['postgres:'], secret: true })

  test('is read without the line breaks at its end', () => {
    const inFiles = settingsFrom({
      KAFKA_PASSWORD_FILE: fileWith(' of blanks \r\n\n'),
      DATABASE_URL_FILE: fileWith('postgres://sarraf:hunter2@db:5432/sarraf\n'),
      VAULT_KEY_FILE: fileWith(`${'c0'.repeat(32)}\n`),
      NOTARY_KEY_FILE: ' ',
    })
    expect(inFiles(password)).toBe(' of blanks ')
    expect(inFiles(address)).toBe('postgres://sarraf:hunter2@db:5432/sarraf')
    expect(inFiles(settings.VAULT_KEY)).toEqual(Buffer.alloc(32, 0xc0))
    expect(inFiles(orNull(settings.NOTARY_KEY))).toBeNull()
  })

  test('counts as given', () => {
    expect(isGiven({ VAULT_KEY_FILE: '/run/secrets/vault' }, settings.VAULT_KEY)).toBe(true)
    expect(isGiven({ VAULT_KEY: 'c0ffee' }, settings.VAULT_KEY)).toBe(true)
    expect(isGiven({ VAULT_KEY: ' ', PORT_FILE: 'x' }, settings.VAULT_KEY)).toBe(false)
    expect(isGiven({ PORT_FILE: 'x' }, settings.PORT)).toBe(false)
  })

  test('stops the start if it cannot be used, without quoting its content', () => {
    const refused = [
      [
        { KAFKA_PASSWORD: 'hunter2', KAFKA_PASSWORD_FILE: fileWith('hunter2') },
        'KAFKA_PASSWORD and KAFKA_PASSWORD_FILE are both set: give one of them',
      ],
      [
        { KAFKA_PASSWORD_FILE: join(folder, 'absent') },
        'KAFKA_PASSWORD_FILE names a file that cannot be read (ENOENT)',
      ],
      [
        { KAFKA_PASSWORD_FILE: folder },
        'KAFKA_PASSWORD_FILE names a file that cannot be read (EISDIR)',
      ],
      [{ KAFKA_PASSWORD_FILE: fileWith('\n') }, 'KAFKA_PASSWORD_FILE names an empty file'],
    ] as const
    for (const [environment, message] of refused) {
      expect(() => settingsFrom(environment)(orNull(password))).toThrow(
        new ConfigurationError(message),
      )
    }
    const wrong = settingsFrom({ VAULT_KEY_FILE: fileWith('hunter2') })
    expect(() => wrong(settings.VAULT_KEY)).toThrow(
      new ConfigurationError('VAULT_KEY must be 64 hexadecimal digits'),
    )
  })

  test('is possible for every setting that is one or can hold one', () => {
    const secrets = Object.values<Setting>(settings).filter(({ secret }) => secret === true)
    const names = new Set(secrets.map(({ name }) => name))
    const alike = Object.keys(settings).filter((name) =>
      /PASSWORD|TOKEN|(?:VAULT|NOTARY|SIGN_IN)_KEY$|DATABASE_URL$|^EVENTSTORE_URL$|REGISTRY_URL$|_SOURCES$/.test(
        name,
      ),
    )
    expect(new Set(alike.filter((name) => name !== 'TAXPAYER_REGISTRY_URL'))).toEqual(names)
  })
})

test('hosts are read without regard to case', () => {
  const given = settingsFrom({ AUDIT_HOSTS: 'Audit.example, audit.example:8443,[::1]:80' })
  expect(given(settings.AUDIT_HOSTS)).toEqual(['audit.example', 'audit.example:8443', '[::1]:80'])
  expect(() =>
    settingsFrom({ AUDIT_HOSTS: 'https://audit.example' })(settings.AUDIT_HOSTS),
  ).toThrow(new ConfigurationError('AUDIT_HOSTS must be a list of hosts, `name` or `name:port`'))
})

test.each(['15', '14', '0'])(
  'the deadline of an attempt cannot be %s s where a call may take 15 s',
  (seconds) => {
    const environment = { ATTEMPT_DEADLINE_SECONDS: seconds, INTEGRATOR_TIMEOUT_MS: '15000' }
    expect(() => attemptDeadlineSeconds(settingsFrom(environment))).toThrow(
      new ConfigurationError('ATTEMPT_DEADLINE_SECONDS must be longer than INTEGRATOR_TIMEOUT_MS'),
    )
  },
)

test('in production all services count sign-ins under one key', () => {
  const given = { NODE_ENV: 'production', SIGN_IN_KEY: '07'.repeat(32) }
  expect(signInSettings(settingsFrom(given)).hashKey).toEqual(Buffer.alloc(32, 7))
  expect(signInSettings(settingsFrom({})).hashKey).toHaveLength(32)
  expect(() => signInSettings(settingsFrom({ NODE_ENV: 'production' }))).toThrow(
    /^SIGN_IN_KEY must be .* with NODE_ENV=production/,
  )
})

test('every declared setting has the name it is declared under, and every default is allowed', () => {
  const declared = Object.values<Setting>(settings)
  expect(declared.map(({ name }) => name)).toEqual(Object.keys(settings))
  const withDefault = declared.filter((setting) => setting.default !== undefined)
  expect(withDefault.map(settingsFrom({}))).toEqual(withDefault.map((setting) => setting.default))
})

test('the page describes every setting as declared once', () => {
  const page = settingsPage()
  for (const name of Object.keys(settings)) {
    expect(page.match(new RegExp(`^\\| \`${name}\``, 'gm')), name).toHaveLength(1)
  }
})

test('a process with a wrong setting ends at once with one line that names it', () => {
  const script = `
    import { readSettingsOrExit } from '#kernel/platform/settings/read.ts'
    import { settings } from '#kernel/platform/settings/settings.ts'
import { settingsPage } from '#kernel/platform/settings/settings-page.ts'
    readSettingsOrExit((read) => read(settings.PORT))`
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script],
    { env: { PORT: 'http' }, encoding: 'utf8' },
  )
  expect({ status, stderr }).toEqual({
    status: 78,
    stderr: 'PORT must be an integer from 1 to 65535\n',
  })
})
