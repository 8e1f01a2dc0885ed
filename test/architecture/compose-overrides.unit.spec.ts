import { expect, test } from 'vitest'
import { overrideIn, services } from '#test/support/compose-file.ts'

test('with three nodes of EventStoreDB, every service has the addresses of all', () => {
  const { services: changed, secrets } = overrideIn('deploy/event-store-cluster.yml')
  const onTheLog = Object.entries(services)
    .filter(([, { secrets: read }]) => read?.includes('eventstore_url'))
    .map(([name]) => name)
  expect(onTheLog.length).toBeGreaterThan(4)
  for (const name of onTheLog) {
    const { secrets: read, environment } = changed[name] ?? {}
    expect({ name, read, environment }).toEqual({
      name,
      read: ['eventstore_url_cluster'],
      environment: { EVENTSTORE_URL_FILE: '/run/secrets/eventstore_url_cluster' },
    })
  }
  expect(Object.keys(secrets)).toEqual(['eventstore_url_cluster'])
})
