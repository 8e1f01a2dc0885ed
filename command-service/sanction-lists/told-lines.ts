import { inOneLine, printable } from '#kernel/platform/cli/printable.ts'
import { grouped } from './grouped.ts'
import type { Missed } from './prove-list.ts'
import type { Remark } from './survey-list.ts'

const MOST_OF_A_KIND = 20

/** Tells what is wrong with a list: the first lines of each kind, and in the end how many more there are. */
export function tellingByKind(write: (line: string) => void) {
  const counts = new Map<string, number>()
  const tell = (kind: string, line: string) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    if (count <= MOST_OF_A_KIND) write(inOneLine(line))
  }
  return {
    remark: ({ kind, place, fault: { field, wrong } }: Remark) => {
      const mark = kind === 'warning' ? 'warning: ' : ''
      tell(`${mark}${withoutValues(wrong)}`, `${mark}${place}: ${printable(field)}: ${wrong}`)
    },

    missed: ({ place, field, text }: Missed) => {
      tell(`${field} is not found`, `${place}: ${field}: “${printable(text)}” is not found`)
    },

    end: () => {
      for (const [kind, count] of counts) {
        const more = count - MOST_OF_A_KIND
        if (more > 0) write(inOneLine(`${kind}: … and ${grouped(more)} more of this kind`))
      }
      counts.clear()
    },
  }
}

/** The words are ours, so there are few kinds; a value may contain quotation marks. */
const withoutValues = (wrong: string) => wrong.replace(/“.*”/s, '').replaceAll(/\d+/g, 'N').trim()
