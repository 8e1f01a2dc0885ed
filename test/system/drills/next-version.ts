import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { wings } from '#test/architecture/wings.ts'
import { copyOfProject } from '#test/support/copied-project.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

const CODE = [...wings, 'docs/schemas', 'package.json']

/** What a release changes: another version of a projector, whose tables are rebuilt. */
const changes = [
  { file: 'package.json', from: /"version": "[^"]+"/, to: '"version": "99.0.0"' },
  {
    file: 'projections/read-models/expense-vouchers/projector.ts',
    from: /^ {2}version: \d+,$/m,
    to: '  version: 99,',
  },
]

/** The folder of a later version: this code with these changes. */
export async function nextVersionForThisTest(): Promise<string> {
  const folder = await temporaryFolder('next')
  await copyOfProject(CODE, folder)
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  for (const { file, from, to } of changes) {
    const before = await readFile(join(folder, file), 'utf8')
    const after = before.replace(from, to)
    if (after === before) throw new Error(`${file} has no ${from.source}`)
    await writeFile(join(folder, file), after)
  }
  return folder
}
