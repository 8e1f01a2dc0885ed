import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What `deploy/certificates.sh` makes for a server, in a folder until `remove`. */
export async function madeCertificates(
  server: string,
  environment: Readonly<Record<string, string>> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'sarraf-certificates-'))
  const make = (more: Readonly<Record<string, string>> = environment) =>
    run('deploy/certificates.sh', [folder, server], { env: { ...process.env, ...more } })
  await make()
  return {
    folder,
    make,
    authority: join(folder, 'ca.crt'),
    /** In PEM. */
    identity: {
      certificate: await readFile(join(folder, `${server}.crt`), 'utf8'),
      key: await readFile(join(folder, `${server}.key`), 'utf8'),
    },
    remove: () => rm(folder, { recursive: true }),
  }
}
