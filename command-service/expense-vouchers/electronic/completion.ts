import { findTransaction } from '#command/claims/bank-transactions.ts'
import { Rejection, reject } from '#kernel/domain/rejection.ts'
import { numberBookStream } from '../issuing/repositories.ts'
import type { Numbering } from './commands.ts'
import type { ElectronicVoucher } from './electronic-voucher.ts'
import { type ElectronicParts, execute, type Loaded, timingOf, type Wanted } from './parts.ts'

/** Accepted by the provider, and not complete here. */
export const isIncomplete = ({ acceptance, finalization }: ElectronicVoucher) =>
  acceptance !== null && finalization === null

/**
 * Number, stock movement and bank link of a voucher that the provider has accepted: once, however
 * often and by whomever it is tried. What forbids it now is recorded, and may be gone the next time.
 */
export async function complete(
  parts: ElectronicParts,
  wanted: Wanted,
  loaded: Loaded,
): Promise<Loaded> {
  const { acceptance } = loaded.voucher
  if (acceptance === null || !isIncomplete(loaded.voucher)) return loaded
  const { now } = timingOf(parts)
  if (await isSourcePassive(parts, wanted, loaded.voucher)) {
    return execute(parts, wanted, { type: 'FailCompletion', now })
  }
  const number = await takeNumber(parts, wanted, acceptance)
  return execute(parts, wanted, { type: 'FinalizeVoucher', number, printDate: now })
}

/** Where the local number will come from: no number was taken for the voucher before now. */
export async function numberingOf(
  { log, repositories }: ElectronicParts,
  { content }: ElectronicVoucher,
  companyId: string,
): Promise<Numbering> {
  const { serial, givenNumber } = content
  const book = numberBookStream(log, companyId, serial)
  const bookRevision = (await repositories.books.revision(book)).toString()
  return { serial, givenNumber, book, bookRevision }
}

export async function refusePassiveSource(
  parts: ElectronicParts,
  wanted: Wanted,
  voucher: ElectronicVoucher,
): Promise<void> {
  if (!(await isSourcePassive(parts, wanted, voucher))) return
  const { state } = voucher.document
  reject('BANK_ACCOUNT_INACTIVE', 'The bank account of the source is passive.', [{ state }])
}

async function isSourcePassive(
  { log, references }: ElectronicParts,
  { origin: { companyId } }: Wanted,
  { content: { bankTransactionId } }: ElectronicVoucher,
): Promise<boolean> {
  if (bankTransactionId === null) return false
  const { accountId } = await findTransaction(log, companyId, bankTransactionId)
  return references.isPassive(companyId, accountId)
}

/** The document is official: a given number that another one has taken meanwhile gives way. */
async function takeNumber(
  { repositories }: ElectronicParts,
  { voucherId, origin }: Wanted,
  { serial, givenNumber, book, bookRevision }: Numbering,
): Promise<string> {
  const taking = {
    serial,
    documentId: voucherId,
    stream: book,
    after: BigInt(bookRevision),
    origin,
  }
  try {
    return await repositories.books.take({ ...taking, given: givenNumber })
  } catch (error) {
    if (givenNumber === null || !(error instanceof Rejection)) throw error
    return repositories.books.take({ ...taking, given: null })
  }
}
