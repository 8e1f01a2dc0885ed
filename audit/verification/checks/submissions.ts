import { type Check, type EventPlace, faultOf } from './check.ts'

const fault = faultOf('submissions')

interface Submission {
  readonly uuid: string
  /** `open`: sent, without a clear answer so far. */
  readonly state: 'open' | 'refused' | 'accepted'
}

/**
 * The provider's answers fit what was sent. A document is accepted once, and only if it was submitted.
 * It is not sent again while an answer is open or after its acceptance. An official number occurs
 * once in a company. A document is completed or deleted only as the provider's answers permit.
 */
export function submissionsCheck(): Check {
  const records = submissionRecords()
  return { voucher: vouchersIn(records), invoice: invoicesIn(records) }
}

type Records = ReturnType<typeof submissionRecords>

function vouchersIn(records: Records): NonNullable<Check['voucher']> {
  const electronic = new Set<string>()
  return ({ type, data }, place) => {
    const { voucherId: id } = data
    switch (type) {
      case 'VoucherDrafted':
        if (data.documentMode === 'electronic') electronic.add(id)
        return undefined
      case 'VoucherImported':
        return records.names(id, data.officialNumber, place)
      case 'SubmissionStarted':
        return records.starts(id, data.uuid, place)
      case 'CodeRefused':
      case 'SubmissionRefused':
        return records.refuses(id)
      case 'OutcomeResolved':
        return data.resolvedAs === 'neverArrived' ? records.refuses(id) : undefined
      case 'ProviderAccepted':
        return records.accepts(id, { uuid: data.uuid, number: data.officialNumber }, place)
      case 'LateAnswerReceived':
        if (data.outcome === 'refused' || records.isAccepted(id)) return undefined
        return fault(place, `${id} was accepted by the provider, but does not count as accepted`)
      case 'VoucherFinalized':
        if (!electronic.delete(id) || records.isAccepted(id)) return undefined
        return fault(place, `${id} is complete although the provider has not accepted it`)
      case 'DraftDeleted':
      case 'VoucherAbandoned':
        return records.endsAgainst(id, place, 'deleted')
      default:
        return undefined
    }
  }
}

function invoicesIn(records: Records): NonNullable<Check['invoice']> {
  return ({ type, data }, place) => {
    const { invoiceId: id } = data
    switch (type) {
      case 'InvoiceImported':
        return records.names(id, data.invoiceNumber, place)
      case 'SubmissionStarted':
        return records.starts(id, data.uuid, place)
      case 'InvoiceIssued':
        return records.accepts(id, { uuid: data.uuid, number: data.invoiceNumber }, place)
      case 'SubmissionRefused':
        return records.endsAgainst(id, place, 'refused') ?? records.refuses(id)
      case 'OutcomeResolved':
        return data.resolvedAs === 'neverArrived' ? records.refuses(id) : undefined
      case 'DraftDeleted':
      case 'InvoiceAbandoned':
        return records.endsAgainst(id, place, 'deleted')
      default:
        return undefined
    }
  }
}

interface Accepted {
  readonly uuid: string
  readonly number: string | null
}

function submissionRecords() {
  const submissions = new Map<string, Submission>()
  const officialNumbers = new Map<string, string>()

  function starts(id: string, uuid: string, place: EventPlace) {
    const earlier = submissions.get(id)
    submissions.set(id, { uuid, state: 'open' })
    if (earlier === undefined || earlier.state === 'refused') return undefined
    const why = earlier.state === 'open' ? 'an earlier answer is open' : 'it was accepted'
    return fault(place, `${id} is submitted again although ${why}`)
  }

  function accepts(id: string, accepted: Accepted, place: EventPlace) {
    const earlier = submissions.get(id)
    submissions.set(id, { uuid: accepted.uuid, state: 'accepted' })
    if (earlier?.state === 'accepted') return fault(place, `${id} is accepted a second time`)
    if (earlier?.uuid !== accepted.uuid) {
      return fault(place, `${id} is accepted as ${accepted.uuid}, which was not submitted`)
    }
    return names(id, accepted.number, place)
  }

  function names(id: string, number: string | null, place: EventPlace) {
    if (number === null) return undefined
    const key = `${place.companyId} ${number}`
    const other = officialNumbers.get(key)
    officialNumbers.set(key, id)
    if (other === undefined || other === id) return undefined
    return fault(place, `${id} has the official number ${number}, which is ${other}’s`)
  }

  function refuses(id: string): undefined {
    const earlier = submissions.get(id)
    if (earlier?.state === 'open') submissions.set(id, { ...earlier, state: 'refused' })
  }

  function endsAgainst(id: string, place: EventPlace, what: string) {
    if (submissions.get(id)?.state !== 'accepted') return undefined
    return fault(place, `${id} is ${what} although the provider has accepted it`)
  }

  return {
    starts,
    accepts,
    names,
    refuses,
    endsAgainst,
    isAccepted: (id: string) => submissions.get(id)?.state === 'accepted',
  }
}
