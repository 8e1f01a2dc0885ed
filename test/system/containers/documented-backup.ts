import { readFileSync } from 'node:fs'

/** The commands over volumes from the chapter on backups, for a project, with its archives in a folder. */
export function documentedBackup(project: string, folder: string) {
  const [, chapter = ''] = readFileSync('docs/containers.md', 'utf8').split('## Backup')
  const [backUp, restore] = [...chapter.matchAll(/^for volume in [^]*?^done$/gm)].map(([loop]) =>
    loop.replaceAll('sarraf_$', `${project}_$`).replaceAll('$PWD', folder),
  )
  if (backUp === undefined || restore === undefined) throw new Error('they are not documented')
  return { backUp, restore }
}
