import { createHash } from 'node:crypto'
import { entityOf, namesOf } from '#command/sanction-checks/entity.ts'
import { type ListIndex, listIndexBuilder } from '#kernel/domain/screening/list-index.ts'
import type { Source } from '#kernel/platform/cli/source.ts'
import { type SourceRow, UnreadableList } from './list-row.ts'
import { type ListFile, listFile } from './read-list.ts'

/** What is known of a file once it has been read from end to end. */
export interface SurveyedList {
  readonly file: ListFile
  readonly sha256: string
  readonly entries: number
  readonly names: number
  readonly numbers: number
  readonly badRows: number
  /** As of a file that was cut off. */
  readonly endsInBadRow: boolean
  /** Its entries, ready to be searched. */
  readonly index: ListIndex
}

export type Remark = Exclude<SourceRow, { readonly kind: 'entry' }>

/** Reads the whole file before anything is done with it; undefined when it cannot be read at all. */
export async function surveyList(
  source: Source,
  report: (remark: Remark) => void,
): Promise<SurveyedList | undefined> {
  try {
    const file = await listFile(source)
    const builder = listIndexBuilder()
    let [entries, names, numbers, badRows] = [0, 0, 0, 0]
    let endsInBadRow = false
    for await (const row of file.rows()) {
      if (row.kind === 'entry') {
        builder.add(entityOf(row.entry))
        entries += 1
        names += namesOf(row.entry).length
        numbers += row.entry.idNos.length
      } else report(row)
      if (row.kind === 'fault') badRows += 1
      if (row.kind !== 'warning') endsInBadRow = row.kind === 'fault'
    }
    const sha256 = await hashOf(source)
    const counts = { entries, names, numbers, badRows }
    return { file, sha256, ...counts, endsInBadRow, index: builder.build() }
  } catch (error) {
    if (!(error instanceof UnreadableList)) throw error
    const fault = { field: 'file', wrong: error.message }
    report({ kind: 'fault', place: `line ${error.line}`, fault })
    return undefined
  }
}

export async function hashOf(source: Source): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of source.read()) hash.update(chunk)
  return hash.digest('hex')
}
