import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { newFolder, removeFolder } from '#test/support/folders.ts'

const run = promisify(execFile)

/** What `deploy/certificates.sh` makes for a server, in a folder until `remove`. */
export async function madeCertificates(
  server: string,
  environment: Readonly<Record<string, string>> = {},
) {
  const folder = await newFolder('certificates')
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
    remove: () => removeFolder(folder),
  }
}
