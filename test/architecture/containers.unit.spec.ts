import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { httpServer } from '#kernel/platform/http/server.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import {
  caddyfile,
  cluster,
  composeText,
  dockerfile,
  networks,
  secrets,
  services,
  servicesOfOurs,
  storesElsewhere,
} from '#test/support/compose-file.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

const roleOf = [
  ['command', 'command'],
  ['query', 'query'],
  ['projections', 'projections'],
  ['audit', 'auditor'],
  ['webhooks', 'webhooks'],
  ['feed', 'feed'],
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

const example = readFileSync('deploy/env.example', 'utf8')
const exampleOf = (variable: string) => new RegExp(`^${variable}=(.*)$`, 'm').exec(example)?.[1]

test('every image is of one version, and those of others of one digest where the example names it', () => {
  const digests = new Set<string>()
  for (const { image } of Object.values(services)) {
    const [, ours, variable = ''] =
      /^(?:(sarraf)|[a-z/]+):\d+\.\d+(?:\.\d+)?(?:\$\{([A-Z]+_DIGEST):-\})?$/.exec(image) ?? []
    expect([image, ours === undefined]).toEqual([image, variable !== ''])
    if (ours === undefined) digests.add(variable)
  }
  expect(digests.size).toBe(4)
  for (const variable of digests) {
    expect([variable, exampleOf(variable)]).toEqual([
      variable,
      expect.stringMatching(variable.startsWith('EVENTSTORE') ? /^$/ : /^@sha256:[0-9a-f]{64}$/),
    ])
  }
})

test('our image is built on the Node of its Dockerfile, by its digest', () => {
  const base = /^ARG NODE_IMAGE=(.+)$/m.exec(dockerfile)?.[1]
  expect(services['prepare']?.build?.args['NODE_IMAGE']).toBe(`\${NODE_IMAGE:-${base}}`)
  expect(exampleOf('NODE_IMAGE')).toMatch(new RegExp(`^${base}@sha256:[0-9a-f]{64}$`))
})

/** What a container may do beside what every process may. */
const rights: Readonly<Record<string, readonly string[]>> = {
  proxy: ['NET_BIND_SERVICE'],
  'prepare-proxy': ['CHOWN', 'DAC_OVERRIDE'],
  'prepare-certificates': ['CHOWN', 'DAC_OVERRIDE', 'FOWNER'],
}

const nodesOfTheCluster = Object.entries(cluster.services).filter(
  ([, { image }]) => image !== undefined,
)

test.each([...Object.entries(services), ...nodesOfTheCluster])(
  '%s runs without rights, on a read-only file system, with few processes',
  (name, container) => {
    const { security_opt: options, cap_drop: dropped, cap_add: kept = [] } = container
    expect(options).toEqual(['no-new-privileges:true'])
    expect(dropped).toEqual(['ALL'])
    expect(kept).toEqual(rights[name] ?? [])
    expect(container.read_only).toBe(true)
    expect(container.tmpfs?.[0]).toMatch(/^\/tmp\b/)
    expect(container.pids_limit).toBeLessThanOrEqual(1024)
  },
)

test('the nodes of a cluster are two, and no less closed', () => {
  expect(nodesOfTheCluster.map(([name]) => name)).toEqual(['eventstore2', 'eventstore3'])
})

const on = (network: string) =>
  Object.entries(services)
    .filter(([, one]) => one.networks?.includes(network) === true)
    .map(([name]) => name)

test('only the proxy is reached from outside, and only those that call others reach it', () => {
  expect(networks).toEqual({
    public: {},
    edge: { internal: true },
    outside: {},
    stores: { internal: true },
  })
  const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined)
  expect(published.map(([name]) => name)).toEqual(['proxy'])
  expect(on('public')).toEqual(['proxy'])
  expect(on('edge')).toEqual(['proxy', 'command', 'query', 'projections', 'audit'])
  expect(on('outside')).toEqual(['command', 'webhooks', 'operator', 'prepare-eventstore', 'feed'])
  for (const [name, { networks: own, network_mode: mode }] of Object.entries(services)) {
    expect([name, own === undefined]).toEqual([name, mode === 'none'])
  }
})

test('with stores elsewhere, every service on a store reaches them', () => {
  const others = on('stores').filter((name) => !on('outside').includes(name))
  const ours = others.filter((name) => services[name]?.image.startsWith('sarraf:'))
  expect(Object.keys(storesElsewhere.services).toSorted()).toEqual(ours.toSorted())
  for (const { networks: own } of Object.values(storesElsewhere.services)) {
    expect(own).toEqual(['outside'])
  }
})

test('TLS is the default, and plain HTTP is for this machine alone', () => {
  expect(services['proxy']?.environment?.['SITE_ADDRESS']).toBe('${SITE_ADDRESS:-localhost}')
  expect(caddyfile).toContain('\n{$SITE_ADDRESS:localhost} {')
  expect(exampleOf('SITE_ADDRESS')).toBe('localhost')
  const plain = services['proxy']?.ports?.filter((port) => port.endsWith(':8080'))
  expect(plain).toEqual(['127.0.0.1:${PUBLISH_PLAIN:-8080}:8080'])
  expect(exampleOf('PUBLISH_PLAIN')).toBe('8080')
})

test('no secret is in a variable, and deploy/secrets.sh makes each', async () => {
  const variables = [...asked(':?'), ...asked(':-')].filter(
    (name) => /KEY|PASSWORD/.test(name ?? '') && name !== 'RATE_PER_KEY',
  )
  expect(variables).toEqual([])
  const folder = await temporaryFolder('secrets')
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
  const folder = await temporaryFolder('secrets')
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

test('every variable is substituted in a form that Compose 1.29 knows', () => {
  const substituted = composeText.match(/(?<!\$)\$\{[^}]*\}/g) ?? []
  expect(substituted.filter((one) => !/^\$\{\w+(?::[?-][^}]*)?\}$/.test(one))).toEqual([])
})

test('every variable is in the example file, and nothing else is', () => {
  const names = [...readFileSync('deploy/env.example', 'utf8').matchAll(/^(\w+)=/gm)].map(
    ([, name]) => name,
  )
  const others = ['COMPOSE_PROFILES', 'KURRENTDB_DIGEST']
  expect(new Set([...asked(':?'), ...asked(':-'), ...others])).toEqual(new Set(names))
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

test('behind proxies that add addresses, no caller chooses the one that counts', () => {
  expect(caddyfile).toMatch(
    /^\s*trusted_proxies static .*\n(?:\s*#.*\n)*\s*trusted_proxies_strict$/m,
  )
  expect(caddyfile).toMatch(/^\s*header_up x-forwarded-for \{client_ip\}$/m)
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

test('the proxy waits for a body longer than the services, which refuse what does not come', () => {
  const server = httpServer({
    logger: silentLogger,
    routes: [],
    authenticate: () => Promise.reject(new Error('nobody calls')),
    missing: () => Promise.resolve([]),
  }).server
  // How often Node looks for requests whose time is over, by default.
  const CHECKED_EVERY_MS = 30_000
  const seconds = Number(/^\s*read_body (\d+)s$/m.exec(caddyfile)?.[1])
  expect(seconds * 1_000).toBeGreaterThan(server.requestTimeout + CHECKED_EVERY_MS)
})
