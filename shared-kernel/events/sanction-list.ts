import { type EventOf, eventFamily, publicField } from './event-family.ts'
import { instant, integer, oneOf, string } from './fields.ts'

/** A list is the whole system's, no company's: its stream is named by the list. */
export const sanctionListEvents = eventFamily('sanctionList', {
  /** From here on checks are made against this version; its entries are kept in the vault. */
  SanctionListImported: {
    list: publicField(oneOf('masak', 'wanted', 'pep')),
    version: publicField(string),
    /** Of the file, in hexadecimal digits. */
    sha256: publicField(string),
    format: publicField(oneOf('masak', 'openSanctions', 'un')),
    /** Entries taken. */
    rows: publicField(integer),
    /** Rows of the file that were left out because they could not be read. */
    skippedRows: publicField(integer),
    importedAt: publicField(instant),
  },
})

export type SanctionListEvent = EventOf<typeof sanctionListEvents>
