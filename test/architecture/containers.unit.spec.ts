import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { composeText, services } from '#test/support/compose-file.ts'

/** Services of ours, on our image. */
const ofOurs = ['command', 'query', 'projections', 'audit', 'feed']

const asked = (how: string) =>
  new Set(
    [...composeText.matchAll(/\$\{(\w+)(:[?-])?/g)]
      .filter((one) => one[2] === how)
      .map(([, name]) => name),
  )

test('every image is pinned to one version', () => {
  for (const { image } of Object.values(services)) expect(image).toMatch(/:\d+\.\d+\.?\d*$/)
})

test('the documentation pins the images that the compose file names', () => {
  const pinned = readFileSync('docs/containers.md', 'utf8').matchAll(/ ([a-z-]+)=([\w/]+:[\d.]+)/g)
  const images = new Map([...pinned].map(([, name = '', image = '']) => [name, image]))
  expect(images.size).toBeGreaterThan(3)
  for (const [name, image] of images) expect([name, services[name]?.image]).toEqual([name, image])
})

test('no secret has a default, and every secret must be set', () => {
  const optional = asked(':-')
  const secrets = [...asked(':?')].filter((name) => /KEY|PASSWORD/.test(name ?? ''))
  expect(secrets).toHaveLength(8)
  expect(secrets.filter((name) => optional.has(name))).toEqual([])
  expect([...optional].filter((name) => /KEY|PASSWORD/.test(name ?? ''))).toEqual([
    'KAFKA_PASSWORD',
  ])
  expect(composeText).toContain('KAFKA_PASSWORD: ${KAFKA_PASSWORD:-}')
})

test('every variable is in the example file, and nothing else is', () => {
  const names = [...readFileSync('deploy/env.example', 'utf8').matchAll(/^(\w+)=/gm)].map(
    ([, name]) => name,
  )
  expect(new Set([...asked(':?'), ...asked(':-'), 'COMPOSE_PROFILES'])).toEqual(new Set(names))
})

test('each container has limits for its memory and its log', () => {
  for (const { mem_limit: memory, logging } of Object.values(services)) {
    expect(memory).toMatch(/^\d+[gm]$/)
    expect(logging.options['max-size']).toMatch(/^\d+m$/)
  }
})

test('one service builds the image that all of ours run on', () => {
  const building = Object.entries(services).filter(([, { build }]) => build !== undefined)
  expect(building.map(([name]) => name)).toEqual(['prepare'])
  for (const name of ofOurs) {
    expect(services[name]?.image).toBe(building[0]?.[1].image)
    const waitsFor = services[name]?.depends_on?.['prepare']
    expect(waitsFor).toEqual({ condition: 'service_completed_successfully' })
  }
})

test('no check of health starts a Java program, and each asks by the network', () => {
  for (const { healthcheck } of Object.values(services)) {
    if (healthcheck === undefined) continue
    expect(healthcheck.test.join(' ')).toMatch(/127\.0\.0\.1|localhost/)
    expect(healthcheck.test.join(' ')).not.toMatch(/\.sh|java/)
  }
  expect(services['proxy']?.healthcheck).toBeDefined()
})

test('the feed reaches brokers and event stores that are not on the closed network', () => {
  expect(services['feed']?.networks).toContain('outside')
  expect(services['feed']?.profiles).toEqual(['feed', 'feed-elsewhere'])
  expect(services['feed']?.depends_on).not.toHaveProperty('kafka')
})

test('the proxy does not run as root', () => {
  expect(services['proxy']?.user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
})

test('a service that depends on another waits until that one is healthy', () => {
  const waitedFor = Object.values(services).flatMap(({ depends_on }) =>
    Object.entries(depends_on ?? {}).flatMap(([name, { condition }]) =>
      condition === 'service_healthy' ? [name] : [],
    ),
  )
  expect(waitedFor).toContain('eventstore')
  for (const name of waitedFor) expect(services[name]?.healthcheck).toBeDefined()
})
