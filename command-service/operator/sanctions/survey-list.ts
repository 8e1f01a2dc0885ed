import { createHash } from 'node:crypto'
import type { Source } from '../import/source.ts'
import { type RowFault, UnreadableList } from './list-row.ts'
import { type ListFile, listFile } from './read-list.ts'

/** What is known of a file once it has been read from end to end. */
export interface SurveyedList {
  readonly file: ListFile
  readonly sha256: string
  readonly entries: number
  readonly badRows: number
}

/** Reads the whole file before anything is done with it; undefined when it cannot be read at all. */
export async function surveyList(
  source: Source,
  report: (line: number, fault: RowFault) => void,
): Promise<SurveyedList | undefined> {
  try {
    const file = await listFile(source)
    let entries = 0
    let badRows = 0
    for await (const { line, fault } of file.rows()) {
      if (fault === undefined) entries += 1
      else {
        badRows += 1
        report(line, fault)
      }
    }
    return { file, sha256: await hashOf(source), entries, badRows }
  } catch (error) {
    if (!(error instanceof UnreadableList)) throw error
    report(error.line, { field: 'file', wrong: error.message })
    return undefined
  }
}

export async function hashOf(source: Source): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of source.read()) hash.update(chunk)
  return hash.digest('hex')
}
