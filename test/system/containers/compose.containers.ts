import { randomBytes } from 'node:crypto'
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endpoints } from '#kernel/contract/endpoints.ts'
import { freePort } from '#stack/free-port.ts'
import { servicesOfOurs } from '#test/support/compose-file.ts'
import {
  composeProject,
  docker,
  hasWayOut,
  imageOf,
  output,
} from '#test/support/containers/compose.ts'
import { newFolder, removeFolder } from '#test/support/folders.ts'
import { breaches } from '#test/support/system-contract.ts'
import { answerToPost, callerAt } from './caller.ts'
import { documentedCommands } from './documented-commands.ts'
import { nodeImage, settingsFile } from './settings-file.ts'
import {
  everything,
  HEALTHY_WITHIN_MS,
  ONCE,
  SERVERS,
  untilHealthy,
  untilReady,
} from './whole-system.ts'

const IMAGE = 'sarraf:0.1.0'
const MEGABYTE = 1_000_000

const folder = await newFolder('compose')
const settings = join(folder, 'env')
const ports = {
  http: await freePort(),
  https: await freePort(),
  plain: await freePort(),
  sandbox: await freePort(),
}
const places = {
  secrets: join(folder, 'secrets'),
  certificates: join(folder, 'certificates'),
  ports,
}
const name = `sarraf-test-${randomBytes(4).toString('hex')}`
const files = ['docker-compose.yml', 'test/system/containers/sandbox.yml']
const { compose, shell, containersOf } = await composeProject({ name, files, settings })
const here = { folder, project: name, secrets: places.secrets }
const overHttp = callerAt(`http://127.0.0.1:${ports.plain}`)
const overTls = callerAt(`https://localhost:${ports.https}`)
const auditOverTls = callerAt(`https://127.0.0.1:${ports.https}`, 'audit.localhost')

beforeAll(async () => {
  await Promise.all([
    docker('build', '--quiet', '--tag', IMAGE, '.'),
    output('deploy/secrets.sh', places.secrets),
    output('deploy/certificates.sh', places.certificates, 'postgres', 'kafka', 'eventstore'),
  ])
  await writeFile(settings, settingsFile(':8080', '', places))
  await compose('up', '--detach')
  await untilHealthy(containersOf)
})

afterAll(async () => {
  await compose('down', '--volumes', '--timeout', '5')
  await removeFolder(folder)
})

test('the image is reproducible, small, and does not run as root', async () => {
  await docker('build', '--quiet', '--no-cache', '--tag', `${IMAGE}-again`, '.')
  const [ours, again, base] = await Promise.all([IMAGE, `${IMAGE}-again`, nodeImage].map(imageOf))
  await docker('rmi', `${IMAGE}-again`)

  expect(again?.layers).toEqual(ours?.layers)
  expect((ours?.bytes ?? Infinity) - (base?.bytes ?? 0)).toBeLessThan(60 * MEGABYTE)
  expect(ours?.user).toBe('node')
})

test('all containers are read-only, without rights and root, and limited', async () => {
  for (const { Name, Config, HostConfig } of await containersOf(...servicesOfOurs, ...SERVERS)) {
    const { ReadonlyRootfs, CapDrop, Memory, PidsLimit, LogConfig } = HostConfig
    const isLimited = Memory > 0 && (PidsLimit ?? 0) > 0
    expect({ Name, ReadonlyRootfs, CapDrop, isLimited, log: LogConfig.Config }).toEqual({
      Name,
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      isLimited: true,
      log: { 'max-size': '20m', 'max-file': '5' },
    })
    expect(Config.User).not.toMatch(/^(?:root|0|$)/)
  }
})

test('of the services behind the proxy only the one that calls providers has a way out', async () => {
  for (const service of ['command', 'query', 'projections', 'audit']) {
    const ways = await Promise.all((await containersOf(service)).map(hasWayOut))
    expect([service, ...ways]).toEqual([service, service === 'command'])
  }
})

test('the demo runs through the proxy, after its import by standard input', async () => {
  await shell(`
    operator() { compose exec -T command node operator/main.ts "$@"; }
    operator import - < local-stack/demo/demo-company.ndjson
    for list in masak.csv wanted.csv pep.xml; do
      operator sanctions import --list "\${list%.*}" - < "local-stack/demo/lists/$list"
    done`)
  const stack = {
    baseUrl: `http://127.0.0.1:${ports.plain}`,
    sandboxUrl: `http://127.0.0.1:${ports.sandbox}`,
    integratorUrl: `http://127.0.0.1:${ports.sandbox}`,
  }
  await writeFile(join(folder, 'stack.json'), JSON.stringify(stack))
  const shown = await output(
    'env',
    `DATA_DIR=${folder}`,
    process.execPath,
    'local-stack/demo/main.ts',
  )

  expect(shown).toContain('All steps succeeded.')
})

test('the proxy answers as the contract says', async () => {
  const lists = endpoints.filter(({ list }) => list === true).map(({ path }) => path)
  expect(lists.length).toBeGreaterThan(5)
  const calls = [
    ...lists.map((path) => ({ path })),
    { path: '/v1/expenses?pageSize=0' },
    { path: '/v1/expenses/000000000000000000000000' },
    { path: '/v1/nowhere' },
    { path: '/v1/expenses', credentials: 'demo:wrong' },
    { path: '/v1/expenses', method: 'POST', body: '{"data":{"source":"manual"}}' },
    { path: '/v1/expenses', method: 'POST', body: '{"data":' },
  ]
  for (const call of calls) {
    const answer = await overHttp(call)
    expect([call, breaches(answer, false)]).toEqual([call, []])
  }
  const statuses = await Promise.all(calls.map(async (call) => (await overHttp(call)).status))
  expect(statuses).toEqual([...lists.map(() => 200), 400, 404, 404, 401, 400, 400])
})

test('the proxy refuses a body that never comes, or whose chunks are wrong, as the services do', async () => {
  const chunked = 'transfer-encoding: chunked\r\n\r\n'
  const [never, begun, wrong, longer] = await Promise.all(
    [
      'content-length: 50\r\n\r\n',
      `${chunked}2\r\n{}\r\n`,
      `${chunked}zz\r\n`,
      `${chunked}2\r\n{}xx`,
    ].map((rest) => answerToPost(ports.plain, rest)),
  )
  const late = { status: 400, message: 'The request did not arrive in time.' }
  expect([never, begun]).toEqual([late, late])
  const unreadable = { status: 400, message: 'The request is not readable HTTP.' }
  expect([wrong, longer]).toEqual([unreadable, unreadable])
}, 200_000)

test('the base address has links, and each has a target', async () => {
  const page = await overHttp({ path: '/', headers: { accept: 'text/html' } })
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  const links = [...String(page.body).matchAll(/<a href="([^"]+)"/g)].map(([, path = '']) => path)
  expect(links).toHaveLength(5)
  for (const path of links) {
    const { status } = await overHttp({ path })
    // The audit page leads to its sign-in.
    expect([path, status < 400]).toEqual([path, true])
  }
})

test('answers are compressed, but not those of the auditors’ pages', async () => {
  const compressed = { 'accept-encoding': 'gzip' }
  const list = await overHttp({ path: '/v1/expenses', headers: compressed })
  expect(list.headers['content-encoding']).toBe('gzip')
  const page = await overHttp({ path: '/audit/sign-in', headers: compressed })
  expect([page.status, page.headers['content-encoding']]).toEqual([200, undefined])
})

test('the access log has each request and its id, but no query, header or health check', async () => {
  const { requestId } = await overHttp({ path: '/v1/customers?filter[idNo]=21543789054' })
  const log = await vi.waitFor(async () => {
    const lines = await compose('logs', '--no-color', 'proxy')
    expect(lines).toContain(requestId)
    return lines
  }, 20_000)

  expect(log).toContain('"uri":"/v1/customers"')
  expect(log).not.toContain('21543789054')
  expect(log).not.toMatch(/authorization|accept-encoding|\/health\//i)
})

test('the database is reached by TLS alone, and every service does', async () => {
  const signIn = (mode: string) => `
    export PGPASSWORD=$(cat /run/secrets/postgres_password)
    psql "host=127.0.0.1 sslmode=${mode} user=sarraf dbname=sarraf" --no-align --tuples-only --command "
      select distinct application_name from pg_stat_ssl join pg_stat_activity using (pid)
      where ssl and usename like 'sarraf_%' order by 1"`
  const inPostgres = ['exec', '-T', 'postgres', 'sh', '-c']
  await expect(compose(...inPostgres, signIn('disable'))).rejects.toThrow('no encryption')
  const connected = (await compose(...inPostgres, signIn('require'))).trim().split('\n')
  expect(connected.length).toBeGreaterThan(4)
})

test('the event store lets in by TLS and password alone', async () => {
  const findings = async (...urls: string[]) => {
    const program = `
      import { diagnose } from '#kernel/platform/event-store/diagnose.ts'
      for (const url of ${JSON.stringify(urls)}) console.log(await diagnose(url))`
    const node = ['node', '--input-type=module', '--eval', program]
    return (await compose('exec', '-T', 'command', ...node)).trim().split('\n')
  }
  expect(
    await findings(
      'esdb://eventstore:2113?tls=false',
      'esdb://sarraf:wrong@eventstore:2113?tlsCaFile=/certificates/ca.crt',
      'esdb://sarraf:wrong@eventstore:2113',
    ),
  ).toEqual([
    'eventstore:2113 speaks TLS, but the URL says tls=false',
    'wrong user, password or token',
    expect.stringContaining('the certificate of eventstore:2113 is not trusted'),
  ])
})

test('no container of ours has a secret in its environment', async () => {
  const names = await readdir(places.secrets)
  const secrets = await Promise.all(
    names.map((one) => readFile(join(places.secrets, one), 'utf8').then((text) => text.trim())),
  )
  expect(secrets.length).toBeGreaterThan(15)
  const all = await containersOf(...servicesOfOurs, ...ONCE, 'postgres', 'kafka', 'proxy')
  for (const { Config } of all) {
    const environment = Config.Env.join('\n')
    expect(secrets.filter((secret) => environment.includes(secret))).toEqual([])
  }
})

test('while a service is down, the proxy is not ready, and says for what it waits', async () => {
  await compose('stop', 'command')
  const answer = await overHttp({ path: '/health/ready' })
  expect([answer.status, answer.body]).toEqual([503, { status: 'starting', missing: ['command'] }])
  const refused = await overHttp({ path: '/v1/expenses', method: 'POST', body: '{"data":{}}' })
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2'])
  expect(breaches(refused, true)).toEqual([])
  await compose('start', 'command')
  await untilReady(overHttp)
})

test('the commands of the documentation run in the containers', async () => {
  const own = ['node', 'projections/cli/main.ts', 'status']
  expect(await compose('exec', '-T', 'projections', ...own)).toContain('"name":"kafka_feed"')
  const feed = ['node', 'publishing/kafka/command-line/main.ts', 'status']
  await vi.waitFor(async () => {
    expect(await compose('exec', '-T', 'feed', ...feed)).toContain('publishing')
  }, 60_000)
  const stuck = ['node', 'operator/main.ts', 'stuck']
  expect(await compose('exec', '-T', 'command', ...stuck)).toBe('')
  const webhooks = ['node', 'operator/main.ts', 'webhooks', 'list']
  expect(await compose('exec', '-T', 'webhooks', ...webhooks)).toBe('')

  const company = 'de3000010000000000000001'
  await shell(`mkdir ${folder}/out && compose run --rm --no-deps --user "$(id -u):$(id -g)" --volume ${folder}/out:/out audit \\
    node audit/main.ts export --company ${company} --out /out/evidence`)
  const evidence = join(folder, 'out/evidence')
  expect(await output(process.execPath, join(evidence, 'verify.mjs'), evidence)).toMatch(/^sound: /)
})

test('keys are replaced while the system runs, and the old one starts nothing', async () => {
  const before = await everything(overHttp)
  const oldKey = join(folder, 'old.key')
  await copyFile(join(places.secrets, 'vault_key'), oldKey)
  const [rotate = '', finish = '', rotateNotary = ''] = documentedCommands('## New keys', here)
  await shell(`set -e\n${rotate}`)
  await shell(`set -e\n${finish.replace('webhooks;', 'webhooks feed;')}`)
  await shell(`set -e\n${rotateNotary}`)

  expect(await readFile(join(places.secrets, 'vault_key'))).not.toEqual(await readFile(oldKey))
  await untilHealthy(containersOf)
  await untilReady(overHttp)
  expect(await everything(overHttp)).toEqual(before)
  const withOldKey = ['--volume', `${oldKey}:/old.key:ro`, '-e', 'VAULT_KEY_FILE=/old.key']
  await expect(compose('run', '--rm', '-T', '--no-deps', ...withOldKey, 'prepare')).rejects.toThrow(
    'is not the key that the vault in this database was made with',
  )
})

test('each part can be restarted, and all is there as soon as it serves', async () => {
  const before = await everything(overHttp)
  for (const part of [...SERVERS, ...servicesOfOurs]) {
    await compose('restart', '--timeout', '30', part)
    await vi.waitFor(
      async () => expect([part, await everything(overHttp)]).toEqual([part, before]),
      { timeout: HEALTHY_WITHIN_MS, interval: 250 },
    )
    await untilReady(overHttp)
  }
})

test('all is there after down, a backup, a restore and up, then by TLS, with a host for the audit page', async () => {
  const before = await everything(overHttp)
  await compose('down', '--timeout', '30')
  const ofProject = `label=com.docker.compose.project=${name}`
  expect(await docker('ps', '--all', '--quiet', '--filter', ofProject)).toBe('')
  // What `up` finds is what the backup found in the volumes after `down`.
  const [backUp = '', restore = ''] = documentedCommands('### Volumes', here).map(loopIn)
  await shell(backUp)
  const volumes = await docker('volume', 'ls', '--quiet', '--filter', ofProject)
  await docker('volume', 'rm', ...volumes.trim().split('\n'))
  await shell(restore)

  await writeFile(settings, settingsFile('localhost', 'audit.localhost', places))
  await compose('up', '--detach')
  await untilHealthy(containersOf)
  await untilReady(overTls)
  expect(await everything(overTls, auditOverTls)).toEqual(before)
  const found = [
    await overTls({ path: '/v1/expenses' }),
    await overTls({ path: '/audit/sign-in' }),
    await auditOverTls({ path: '/audit/sign-in' }),
    await auditOverTls({ path: '/v1/expenses' }),
  ]
  expect(found.map(({ status }) => status)).toEqual([200, 404, 200, 404])
  for (const { headers } of found) {
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
  }
})

test('a backup of the running system is restored into empty volumes', async () => {
  const company = 'de3000010000000000000001'
  await shell(`compose run --rm -T operator forget-person --company ${company} \\
    --id-no - --reason 'in writing' <<< 21543789054`)
  const before = await everything(overTls, auditOverTls)
  const [backUp = '', keepList = '', restore = ''] = documentedCommands('## Backup', here)
  await shell(backUp)
  await shell(keepList)
  await compose('down', '--volumes', '--timeout', '30')

  const day = (await readdir(join(folder, 'backups'))).find((one) => /^\d/.test(one)) ?? ''
  await shell(`set -e\n${restore.replace('DAY', day)}`)
  await untilHealthy(containersOf)
  await untilReady(overTls)
  expect(await everything(overTls, auditOverTls)).toEqual(before)
})

/** Without what stops and starts the system around it. */
const loopIn = (block: string) => /^for [^]*?^done$/m.exec(block)?.[0] ?? ''
