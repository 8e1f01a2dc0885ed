import type { Log } from '#command/event-sourcing/log.ts'
import { type NumbersOfSerial, numbersOfSerial } from '#command/numbering/imported-numbers.ts'
import type { Serial } from '#command/numbering/serial-books.ts'
import { printedForm } from '#kernel/domain/printed-form.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import type { ImportRun } from './kind.ts'
import { type PastDocument, remembered, usedBy } from './past-document.ts'

interface EnteredSerial {
  readonly companyId: string
  readonly numbers: NumbersOfSerial
  /** Numbers that are to be entered, and their documents. */
  readonly wanted: Map<bigint, string>
}

/** The numbers of documents of the past: looked up line by line, and entered together. */
export function pastNumbers(log: Log, bookOf: (serial: Serial) => string) {
  const serials = new Map<string, Promise<EnteredSerial>>()

  const serialOf = (companyId: string, serial: string) =>
    remembered(serials, JSON.stringify([companyId, printedForm(serial)]), async () => {
      const book = bookOf({ companyId, serial })
      return { companyId, numbers: await numbersOfSerial(log, serial, book), wanted: new Map() }
    })

  return {
    async faultsOf({ companyId, documentId, numbered }: PastDocument) {
      if (numbered === null) return []
      const { numbers, wanted } = await serialOf(companyId, numbered.serial)
      const number = BigInt(numbered.number)
      const holder = numbers.holderOf(number)
      if (holder === undefined) wanted.set(number, documentId)
      return usedBy('number', holder, documentId)
    },

    /** Enters the numbers of all lines that were checked. */
    enter: async ({ origin }: Pick<ImportRun, 'origin'>): Promise<void> => {
      for (const one of serials.values()) {
        const { companyId, numbers, wanted } = await one
        await numbers.enter(wanted, { ...origin, companyId })
        for (const [number, documentId] of wanted) {
          const [taken] = usedBy('number', numbers.holderOf(number), documentId)
          if (taken) throw new CommandError(`number: ${number} ${taken.wrong}`)
        }
      }
    },
  }
}
