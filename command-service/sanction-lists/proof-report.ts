import { inOneLine, printable } from '#kernel/platform/cli/printable.ts'
import { grouped } from './grouped.ts'
import { isProven, type Proof, proveList } from './prove-list.ts'
import type { SurveyedList } from './survey-list.ts'
import { tellingByKind } from './told-lines.ts'

/** Whether so much of a new version is found in it that it may be used. Says how much, and what is missed. */
export async function isFoundInItself(
  { file, index }: SurveyedList,
  write: (line: string) => void,
): Promise<boolean> {
  const told = tellingByKind(write)
  const proof = await proveList(file, index, told.missed)
  told.end()
  if (proof.unused.length > 0) write(unusedInWords(proof))
  write(inWords(proof))
  if (isProven(proof)) return true
  write('Nothing was imported: of a thousand names and numbers at most one may be missed.')
  return false
}

const MOST_SHOWN = 20

/** `3 of 513 numbers are used nowhere: AB 123456, …` */
function unusedInWords({ numbers, unused }: Proof): string {
  const shown = unused.slice(0, MOST_SHOWN).map((number) => printable(number))
  const more = unused.length > MOST_SHOWN ? ', …' : ''
  const counts = `${grouped(unused.length)} of ${grouped(numbers)} numbers`
  return inOneLine(`${counts} are used nowhere: ${shown.join(', ')}${more}`)
}

/** `1 003 entries, 2 417 names, 454 numbers: all found` */
function inWords({ entries, names, numbers, missed }: Proof): string {
  const counts = `${grouped(entries)} entries, ${grouped(names)} names, ${grouped(numbers)} numbers`
  return `${counts}: ${missed === 0 ? 'all found' : `all found but ${grouped(missed)}`}`
}
