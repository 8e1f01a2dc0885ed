import type { Terminal } from '#kernel/platform/cli/command.ts'
import { printable } from '../import/wording.ts'
import { isProven, type Proof, proveList } from './prove-list.ts'
import type { SurveyedList } from './survey-list.ts'

/** Of the names and numbers that are not found. */
const MOST_TOLD = 100

/** Whether so much of a new version is found in it that it may be used. Standard error says how much. */
export async function isProvenOn(
  stderr: Terminal['stderr'],
  { file, index }: SurveyedList,
): Promise<boolean> {
  let missed = 0
  const proof = await proveList(file, index, ({ place, field, text }) => {
    missed += 1
    if (missed > MOST_TOLD) return
    stderr.write(`${place}: ${field}: “${printable(text)}” is not found\n`)
  })
  stderr.write(`${inWords(proof)}\n`)
  if (isProven(proof)) return true
  stderr.write('Nothing was imported: of a thousand names and numbers at most one may be missed.\n')
  return false
}

/** `1 003 entries, 2 417 names, 454 numbers: all found` */
function inWords({ entries, names, numbers, missed }: Proof): string {
  const counts = `${grouped(entries)} entries, ${grouped(names)} names, ${grouped(numbers)} numbers`
  return `${counts}: ${missed === 0 ? 'all found' : `all found but ${grouped(missed)}`}`
}

const grouped = (count: number) => String(count).replace(/\B(?=(?:\d{3})+$)/g, ' ')
