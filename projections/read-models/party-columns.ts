import { fold } from '#kernel/domain/turkish-text.ts'
import { DocumentParty } from '#kernel/events/document.ts'
import { columnsOf, nothingOf } from './columns.ts'

const nobody = nothingOf(DocumentParty)

/** The other party of a voucher or an invoice in its row; null once its data is no longer kept. */
export function partyColumns(party: DocumentParty | null) {
  const { taxNumber, ...fields } = party ?? nobody
  return { ...columnsOf(fields), id_no: taxNumber, name_folded: fold(party?.name ?? '') }
}
