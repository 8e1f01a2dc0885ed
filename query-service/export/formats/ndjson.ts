import { onOneLine } from '#kernel/platform/cli/json-line.ts'
import { decimalFields } from '../columns.ts'
import { decimalText } from '../exported.ts'
import type { OpenWriter } from './format.ts'
import { textFile } from './text-file.ts'

/** One JSON object a line, as the API shows it. JSON numbers may have any number of digits. */
export const ndjson: OpenWriter = (path, record) => {
  const decimals = new Set(decimalFields(record))
  const member = ([name, value]: [string, unknown]) => {
    const text = decimals.has(name) ? decimalText(value) : JSON.stringify(value)
    return `${JSON.stringify(name)}:${text ?? 'null'}`
  }
  const line = (exported: object) =>
    `${onOneLine(`{${Object.entries(exported).map(member).join(',')}}`)}\n`
  return textFile(path, { head: '', textOf: (records) => records.map(line).join('') })
}
