import { type Check, type EventPlace, faultOf } from './check.ts'

const fault = faultOf('claims')

/** At most one live document uses a bank transaction, and at most one has claimed it. */
export function claimsCheck(): Check {
  /** The document that has claimed a transaction, by transaction. */
  const claimed = new Map<string, string>()
  const { stands, stepsDown } = documentsOfTransactions()

  return {
    transactionClaim({ type, data }, place) {
      const { transactionId, owner } = data
      const other = claimed.get(transactionId)
      if (type === 'TransactionReleased') {
        if (other === owner.id) claimed.delete(transactionId)
        return undefined
      }
      claimed.set(transactionId, owner.id)
      if (other === undefined || other === owner.id) return undefined
      return fault(place, `${transactionId} is claimed for ${owner.id} while ${other} has it`)
    },
    voucher({ type, data }, place) {
      switch (type) {
        case 'VoucherDrafted':
          return stands(data.bankTransactionId, data.voucherId, place)
        case 'VoucherImported':
          return data.cancelledAt === null
            ? stands(data.bankTransactionId, data.voucherId, place)
            : stepsDown(data.voucherId)
        case 'DraftDeleted':
        case 'VoucherAbandoned':
        case 'VoucherCancelled':
          return stepsDown(data.voucherId)
        default:
          return undefined
      }
    },
    invoice({ type, data }, place) {
      switch (type) {
        case 'InvoiceRequested':
          return stands(data.bankTransactionId, data.invoiceId, place)
        case 'InvoiceImported':
          return data.cancelledAt === null
            ? stands(data.bankTransactionId, data.invoiceId, place)
            : stepsDown(data.invoiceId)
        case 'SubmissionRefused':
        case 'DraftDeleted':
        case 'RecordDeleted':
        case 'InvoiceAbandoned':
        case 'InvoiceCancelled':
          return stepsDown(data.invoiceId)
        case 'OutcomeResolved':
          return data.resolvedAs === 'neverArrived' ? stepsDown(data.invoiceId) : undefined
        default:
          return undefined
      }
    },
  }
}

/** The documents that use transactions. */
function documentsOfTransactions() {
  /** The document that uses a transaction, by transaction. */
  const standing = new Map<string, string>()
  /** The transaction of a document, by document. */
  const transactionOf = new Map<string, string>()

  function stands(transactionId: string | null, documentId: string, place: EventPlace) {
    if (transactionId === null) return undefined
    const other = standing.get(transactionId)
    if (other !== undefined && other !== documentId) {
      return fault(place, `bank transaction ${transactionId} is used for ${other} already`)
    }
    standing.set(transactionId, documentId)
    transactionOf.set(documentId, transactionId)
    return undefined
  }

  function stepsDown(documentId: string): undefined {
    const transactionId = transactionOf.get(documentId)
    if (transactionId !== undefined) standing.delete(transactionId)
    transactionOf.delete(documentId)
  }

  return { stands, stepsDown }
}
