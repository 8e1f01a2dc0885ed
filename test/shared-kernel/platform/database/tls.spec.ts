import { chmod, chown, copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { checkServer } from '#kernel/platform/database/server-check.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { freePort } from '#stack/free-port.ts'
import { databaseUrl, startPostgres, stopPostgres } from '#stack/postgres/embedded-postgres.ts'
import { serverUser } from '#stack/postgres/server-user.ts'
import { madeCertificates } from '#test/support/certificates.ts'
import { newFolder, removeFolder } from '#test/support/folders.ts'

/** Keys are made and a server is started: seconds, on a busy machine many of them. */
const PATIENCE_MS = 120_000

/** A PostgreSQL with a certificate for `localhost` and `postgres`. */
async function postgresWithTls(certificates: { readonly folder: string }) {
  const { uid, gid } = await serverUser()
  const folder = await newFolder('postgres-tls')
  await chmod(folder, 0o755)
  for (const file of ['postgres.crt', 'postgres.key']) {
    await copyFile(join(certificates.folder, file), join(folder, file))
    if (uid !== undefined && gid !== undefined) await chown(join(folder, file), uid, gid)
  }
  const options = {
    folder: join(folder, 'postgres'),
    port: await freePort(),
    password: 'hunter2',
    settings: [
      'fsync=off',
      'listen_addresses=127.0.0.1,127.0.0.2',
      'ssl=on',
      `ssl_cert_file=${join(folder, 'postgres.crt')}`,
      `ssl_key_file=${join(folder, 'postgres.key')}`,
    ],
  }
  const server = await startPostgres(options)
  onTestFinished(async () => {
    await stopPostgres(server)
    await removeFolder(folder)
  })
  return databaseUrl(options)
}

test(
  'a connection is made only to the server that the certificate names, known to the authority',
  async () => {
    const [certificates, others] = await Promise.all([
      madeCertificates('postgres'),
      madeCertificates('postgres'),
    ])
    onTestFinished(() =>
      Promise.all([certificates.remove(), others.remove()]).then(() => undefined),
    )
    const plain = await postgresWithTls(certificates)
    const withTls = (host: string, authority: string | undefined) => {
      const url = new URL(plain)
      url.hostname = host
      url.searchParams.set('sslmode', 'verify-full')
      if (authority !== undefined) url.searchParams.set('sslrootcert', authority)
      return url.href
    }
    const good = withTls('localhost', certificates.authority)
    await expect(checkServer(good)).resolves.toBeUndefined()
    const pool = openPool(good, { logger: silentLogger, max: 1, name: 'test' })
    onTestFinished(() => pool.end())
    const { rows } = await pool.query(
      'select ssl, version from pg_stat_ssl where pid = pg_backend_pid()',
    )
    expect(rows).toEqual([{ ssl: true, version: 'TLSv1.3' }])

    const refused = [
      [withTls('localhost', others.authority), /is not trusted \(\w+\): name its authority/],
      [withTls('localhost', undefined), /is not trusted \(\w+\): name its authority/],
      [
        withTls('127.0.0.2', certificates.authority),
        /is for another host \(.*127\.0\.0\.2.*\): use/,
      ],
      [
        withTls('localhost', '/nowhere'),
        /the file that sslrootcert names cannot be read \(ENOENT\)/,
      ],
    ] as const
    for (const [url, line] of refused) {
      const said = checkServer(url)
      await expect(said).rejects.toThrow(line)
      await expect(said).rejects.toThrow(/^DATABASE_URL: (?!.*hunter2).*$/)
    }
  },
  PATIENCE_MS,
)

test('a server without TLS is refused where the address asks for it', async () => {
  const url = new URL(inject('postgresUrl'))
  url.searchParams.set('sslmode', 'verify-full')
  await expect(checkServer(url.href)).rejects.toThrow(
    'DATABASE_URL: the address asks for TLS (sslmode), and the server does not offer it',
  )
})
