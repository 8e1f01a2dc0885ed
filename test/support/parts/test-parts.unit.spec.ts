import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { leftOutTags } from './left-out.ts'
import { testPartsFrom } from './test-parts.ts'

const composeFile = () => readFileSync('docker-compose.yml', 'utf8')
const partsOf = (environment: Record<string, string>) => testPartsFrom(environment, composeFile)
const leftOut = (environment: Record<string, string>) =>
  leftOutTags(partsOf(environment))
    .filter(({ skip }) => skip)
    .map(({ name }) => name)

test('without a wish the tests run on the embedded parts, all of them', () => {
  expect(partsOf({})).toEqual({ kind: 'embedded' })
  expect(leftOut({})).toEqual([])
})

test('containers are of the images that the compose file pins', () => {
  const parts = partsOf({ TEST_WITH: 'containers' })
  expect(parts).toMatchObject({
    eventStoreNodes: 1,
    images: {
      eventStore: expect.stringMatching(/^eventstore\/eventstore:\d+\.\d+\.\d+$/),
      postgres: expect.stringMatching(/^postgres:\d+\.\d+$/),
      kafka: expect.stringMatching(/^apache\/kafka:\d+\.\d+\.\d+$/),
    },
  })
})

test('a variable names another image', () => {
  const image = 'eventstore/eventstore:23.10.6-jammy'
  expect(partsOf({ TEST_WITH: 'containers', TEST_EVENTSTORE_IMAGE: image })).toMatchObject({
    images: { eventStore: image },
  })
})

test('a cluster leaves out more than one node does', () => {
  expect(partsOf({ TEST_WITH: 'cluster' })).toMatchObject({ eventStoreNodes: 3 })
  expect(leftOut({ TEST_WITH: 'containers' })).toEqual(['embedded-node', 'embedded-parts'])
  expect(leftOut({ TEST_WITH: 'cluster' })).toEqual(['embedded-node', 'embedded-parts', 'one-node'])
})

test('any other wish is refused', () => {
  expect(() => partsOf({ TEST_WITH: 'podman' })).toThrow(
    'TEST_WITH must be embedded, containers or cluster, not "podman"',
  )
})
