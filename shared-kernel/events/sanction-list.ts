import { type EventOf, eventFamily, open } from './event-family.ts'
import { instant, integer, oneOf, string } from './fields.ts'

/** A list is the whole system's, no company's: its stream is named by the list. */
export const sanctionListEvents = eventFamily('sanctionList', {
  /** From here on checks are made against this version; its entries are kept in the vault. */
  SanctionListImported: {
    list: open(oneOf('masak', 'wanted', 'pep')),
    version: open(string),
    /** Of the file, in hexadecimal digits. */
    sha256: open(string),
    format: open(oneOf('masak', 'openSanctions', 'un')),
    /** Entries taken. */
    rows: open(integer),
    /** Rows of the file that were left out because they could not be read. */
    skippedRows: open(integer),
    importedAt: open(instant),
  },
})

export type SanctionListEvent = EventOf<typeof sanctionListEvents>
