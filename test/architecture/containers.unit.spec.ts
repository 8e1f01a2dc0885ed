import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { composeText, secrets, services, servicesOfOurs } from '#test/support/compose-file.ts'

const roleOf = [
  ['command', 'command'],
  ['query', 'query'],
  ['projections', 'projections'],
  ['audit', 'auditor'],
  ['webhooks', 'projections'],
  ['feed', 'projections'],
] as const

const run = promisify(execFile)

const contentsOf = async (folder: string) =>
  new Map(
    await Promise.all(
      (await readdir(folder)).map(
        async (name) => [name, (await readFile(join(folder, name), 'utf8')).trim()] as const,
      ),
    ),
  )

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

test('no secret is in a variable, and deploy/secrets.sh makes each', async () => {
  const variables = [...asked(':?'), ...asked(':-')].filter((name) =>
    /KEY|PASSWORD/.test(name ?? ''),
  )
  expect(variables).toEqual([])
  const folder = await mkdtemp(join(tmpdir(), 'sarraf-secrets-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await run('deploy/secrets.sh', [folder])
  const first = await contentsOf(folder)
  await run('deploy/secrets.sh', [folder])
  expect(await contentsOf(folder)).toEqual(first)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  for (const { file } of Object.values(secrets)) expect(first.has(basename(file))).toBe(true)
  for (const { secrets: read = [] } of Object.values(services)) {
    for (const name of read) expect(secrets[name]?.file).toMatch(new RegExp(`/${name}$`))
  }
})

test('each service signs in to the database as its role, with the password that the role gets', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sarraf-secrets-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await run('deploy/secrets.sh', [folder])
  const made = await contentsOf(folder)
  expect(roleOf.map(([service]) => service)).toEqual(servicesOfOurs)
  for (const [service, role] of roleOf) {
    const file = `database_url_${role}`
    expect(services[service]?.environment?.['DATABASE_URL_FILE']).toBe(`/run/secrets/${file}`)
    expect(services[service]?.secrets).toContain(file)
    const url = new URL(made.get(file) ?? '')
    expect(url.username).toBe(`sarraf_${role}`)
    expect(url.password).toBe(made.get(`database_password_${role}`))
    expect(url.searchParams.get('sslmode')).toBe('verify-full')
    const given = `DATABASE_PASSWORD_${role.toUpperCase()}_FILE`
    expect(services['prepare']?.environment?.[given]).toBe(`/run/secrets/database_password_${role}`)
  }
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
  for (const name of servicesOfOurs) {
    expect(services[name]?.image).toBe(building[0]?.[1].image)
    const waitsFor = services[name]?.depends_on?.['prepare']
    expect(waitsFor).toEqual({ condition: 'service_completed_successfully' })
  }
})

test('a vault key that does not fit ends the start before any service, after some tries', () => {
  const { restart, secrets: read, environment } = services['prepare'] ?? {}
  expect(restart).toBe('on-failure:5')
  expect(read).toContain('vault_key')
  for (const name of servicesOfOurs) {
    const given = services[name]?.environment?.['VAULT_KEY_FILE'] ?? '/run/secrets/vault_key'
    expect([name, given]).toEqual([name, environment?.['VAULT_KEY_FILE']])
  }
})

test('no check of health starts a Java program, and each sees that the port is served', () => {
  for (const { healthcheck } of Object.values(services)) {
    if (healthcheck === undefined) continue
    expect(healthcheck.test.join(' ')).toMatch(/127\.0\.0\.1|localhost|\/proc\/net\/tcp/)
    expect(healthcheck.test.join(' ')).not.toMatch(/\.sh|java/)
  }
  expect(services['proxy']?.healthcheck?.test.join(' ')).toContain('127.0.0.1')
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
  expect(waitedFor.filter((name) => services[name]?.healthcheck === undefined)).toEqual([])
})
