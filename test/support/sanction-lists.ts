import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sanctionsCommand } from '#operator/sanctions/command.ts'
import { newFolder, removeFolder } from '#test/support/folders.ts'
import type { SystemAddresses } from './system.ts'

const HEADER = 'id,schema,name,aliases,birth_date,countries,identifiers,sanctions,dataset'

interface Entry {
  readonly id: string
  readonly name: string
  readonly aliases?: string
  readonly birth?: string
  readonly countries?: string
  readonly idNo?: string
  readonly sanctions?: string
}

/** A list as OpenSanctions writes it. */
export const listOf = (...entries: readonly Entry[]): string =>
  [
    HEADER,
    ...entries.map(({ id, name, aliases = '', birth = '', countries = '', ...others }) =>
      [
        id,
        'Person',
        name,
        aliases,
        birth,
        countries,
        others.idNo ?? '',
        others.sanctions ?? 'Uydurma karar',
        'Uydurma liste',
      ]
        .map((cell) => `"${cell.replaceAll('"', '""')}"`)
        .join(','),
    ),
  ].join('\n')

/** Runs `operator sanctions import` to its end. */
export async function importList(
  {
    databases,
    eventStoreUrl,
    vaultKey,
  }: Pick<SystemAddresses, 'databases' | 'eventStoreUrl' | 'vaultKey'>,
  list: 'masak' | 'wanted' | 'pep',
  content: string | Buffer,
  ...options: readonly string[]
) {
  const folder = await newFolder('list')
  const file = join(folder, 'list')
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  try {
    await writeFile(file, content)
    const exitCode = await sanctionsCommand.run(['import', '--list', list, ...options, file], {
      environment: {
        DATABASE_URL: databases.command,
        EVENTSTORE_URL: eventStoreUrl,
        VAULT_KEY: vaultKey,
      },
      stdin: new PassThrough(),
      stdout,
      stderr,
    })
    stdout.end()
    stderr.end()
    return { exitCode, stdout: await text(stdout), stderr: await text(stderr) }
  } finally {
    await removeFolder(folder)
  }
}
