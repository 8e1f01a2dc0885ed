import { html } from '#kernel/platform/http/html.ts'
import { type Manner, numberIn } from '../../page/language/fill.ts'
import { commandLine } from '../command.ts'
import { momentAndAge } from '../moment.ts'
import type { LastBackup } from './backups.ts'
import { facts, type Tile, textsOf } from './tile.ts'

/** Never red: how old a backup may be is no rule of Sarraf. */
export function backupsTile(manner: Manner, last: LastBackup | undefined): Tile {
  const texts = textsOf(manner)
  const known =
    last === undefined
      ? html`<p>${texts.never}</p>`
      : facts(
          [texts.lastBackup, momentAndAge(manner, last.takenAt)],
          [texts.savedEvents, numberIn(last.events, manner)],
          [texts.files, numberIn(String(last.files), manner)],
        )
  return {
    id: 'backups',
    title: texts.backups,
    chapter: 'backup',
    isRed: false,
    isUndone: last === undefined,
    body: html`${known}${commandLine('npm run --silent operator -- backup --to FOLDER')}`,
  }
}
