import { type EventOf, eventFamily, publicField } from './event-family.ts'
import { instant, integer, oneOf, orNull, string } from './fields.ts'

/** Lists belong to the whole system, not to a company. A stream is named after its list. */
export const sanctionListEvents = eventFamily(
  'sanctionList',
  {
    /** From this event on, checks use this version. The vault keeps its entries. */
    SanctionListImported: {
      list: publicField(oneOf('masak', 'wanted', 'pep')),
      version: publicField(string),
      /** The file's hash in hexadecimal digits. */
      sha256: publicField(string),
      format: publicField(oneOf('masak', 'openSanctions', 'un')),
      /** The number of imported entries. */
      rows: publicField(integer),
      /** The hash of the entries as the vault keeps them; null where it was not recorded yet. */
      entriesSha256: publicField(orNull(string)),
      /** The number of rows that were skipped because they could not be read. */
      skippedRows: publicField(integer),
      /** The number of the reader; another one may read other entries from the same file. */
      reader: publicField(integer),
      importedAt: publicField(instant),
    },
  },
  {
    SanctionListImported: [
      (data) => ({ ...data, entriesSha256: null }),
      (data) => ({ ...data, reader: 1 }),
    ],
  },
)

export type SanctionListEvent = EventOf<typeof sanctionListEvents>

export const sanctionListStream = (list: SanctionListEvent['data']['list']): string =>
  `${sanctionListEvents.category}-${list}`
