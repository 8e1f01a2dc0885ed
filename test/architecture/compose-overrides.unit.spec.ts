import { expect, test } from 'vitest'
import { SERVER_VERSIONS } from '#kernel/platform/event-store/server-versions.ts'
import { fileVariable } from '#kernel/platform/settings/read.ts'
import type { Setting } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import { cluster, kurrentdb, services, withOverrides } from '#test/support/compose-file.ts'

const secretSettings = Object.values(settings).flatMap((setting: Setting) =>
  setting.secret === true ? [setting.name] : [],
)

test('every secret comes from a file, of which its service gets a copy', () => {
  const found = new Set<string>()
  for (const name of Object.keys(services)) {
    const { environment, secrets } = withOverrides(name)
    for (const secret of secretSettings) {
      expect([name, secret, environment[secret]]).toEqual([name, secret, undefined])
      const file = environment[fileVariable(secret)]
      if (file === undefined) continue
      found.add(secret)
      const [, given = ''] = /^\/run\/secrets\/(\w+)$/.exec(file) ?? []
      const kept = secrets[given]?.endsWith(`/${given}`)
      expect([name, secret, kept]).toEqual([name, secret, true])
    }
  }
  const ofTheEmbeddedNode = ['DATABASE_PASSWORD_EVENT_STORE', 'EVENTSTORE_TOKEN']
  expect(found).toEqual(new Set(secretSettings).difference(new Set(ofTheEmbeddedNode)))
})

test('with three nodes of EventStoreDB, every service has the addresses of all', () => {
  const onTheLog = Object.entries(services)
    .filter(([, { secrets: read }]) => read?.includes('eventstore_url'))
    .map(([name]) => name)
  expect(onTheLog.length).toBeGreaterThan(4)
  for (const name of onTheLog) {
    const { secrets: read, environment } = cluster.services[name] ?? {}
    expect({ name, read, environment }).toEqual({
      name,
      read: ['eventstore_url_cluster'],
      environment: { EVENTSTORE_URL_FILE: '/run/secrets/eventstore_url_cluster' },
    })
  }
  expect(Object.keys(cluster.secrets)).toEqual(['eventstore_url_cluster'])
})

test('KurrentDB gets what EventStoreDB gets, under its own names', () => {
  const { image = '', environment, env_file, volumes } = services['eventstore'] ?? {}
  const inPlace = kurrentdb.services['eventstore']
  const renamed = (text: string) =>
    text
      .replace('EVENTSTORE_', 'KURRENTDB_')
      .replace('/var/lib/eventstore', '/var/lib/kurrentdb')
      .replace('/var/log/eventstore', '/var/log/kurrentdb')
      .replace('/eventstore.env', '/kurrentdb.env')
  expect(Object.keys(kurrentdb.services)).toEqual(['eventstore'])
  expect(image).toMatch(/\$\{EVENTSTORE_DIGEST:-\}$/)
  expect(inPlace).toEqual({
    image: expect.stringMatching(
      /^docker\.kurrent\.io\/kurrent-latest\/kurrentdb:\d+\.\d+\.\d+\$\{KURRENTDB_DIGEST:-\}$/,
    ),
    environment: Object.fromEntries(
      Object.entries(environment ?? {}).map(([name, value]) => [renamed(name), value]),
    ),
    env_file: env_file?.map(renamed),
    volumes: volumes?.map(renamed),
  })
  expect(SERVER_VERSIONS).toContain(/:([\d.]+)\$/.exec(inPlace?.image ?? '')?.[1])
})
