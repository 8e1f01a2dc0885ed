import { surveyList } from '#command/sanction-lists/survey-list.ts'
import type { Source } from '#kernel/platform/cli/source.ts'

/** Bytes as a source that can be read again and again, in small pieces. */
function sourceOf(content: string | Buffer, pieceBytes = 1_000): Source {
  const bytes = Buffer.from(content)
  return {
    async *read() {
      for (let at = 0; at < bytes.length; at += pieceBytes)
        yield bytes.subarray(at, at + pieceBytes)
    },
    close: () => Promise.resolve(),
  }
}

/** All that a list's file says: its format, its entries, what is wrong with it and what is not used. */
export async function readWhole(content: string | Buffer, pieceBytes?: number) {
  const faults: string[] = []
  const warnings: string[] = []
  const survey = await surveyList(sourceOf(content, pieceBytes), ({ kind, place, fault }) => {
    const told = kind === 'fault' ? faults : warnings
    told.push(`${place}: ${fault.field}: ${fault.wrong}`)
  })
  const entries = []
  if (survey !== undefined) {
    for await (const row of survey.file.rows()) if (row.kind === 'entry') entries.push(row.entry)
  }
  return { format: survey?.file.format, entries, faults, warnings, survey }
}
