import { changed, DAY, found, keyOf, removeWhere, type Statement } from './table.ts'

interface InDoubt {
  readonly companyId: string
  readonly requestHash: Buffer
  readonly recordId: string
  readonly notedAt: number
}

/** `command.request_in_doubt`. */
export function requestInDoubtStatements(): readonly Statement[] {
  const rows = new Map<string, InDoubt>()
  return [
    [
      /^insert into command\.request_in_doubt \(company_id, request_hash, record_id\) values \(\$1, \$2, \$3\) on conflict do nothing$/,
      ({ values, now }) => {
        const [companyId, requestHash, recordId] = [values.text(1), values.bytes(2), values.text(3)]
        const key = keyOf(companyId, requestHash.toString('hex'), recordId)
        if (rows.has(key)) return changed(0)
        rows.set(key, { companyId, requestHash, recordId, notedAt: now })
        return changed(1)
      },
    ],
    [
      /^select record_id from command\.request_in_doubt where company_id = \$1 and request_hash = \$2$/,
      ({ values }) => {
        const [wanted, hash] = [values.text(1), values.bytes(2)]
        const equal = [...rows.values()].filter(
          ({ companyId, requestHash }) => companyId === wanted && requestHash.equals(hash),
        )
        return found(equal.map(({ recordId }) => ({ record_id: recordId })))
      },
    ],
    [
      /^delete from command\.request_in_doubt where company_id = \$1 and record_id = \$2$/,
      ({ values }) => {
        const [company, record] = [values.text(1), values.text(2)]
        return removeWhere(
          rows,
          ({ companyId, recordId }) => companyId === company && recordId === record,
        )
      },
    ],
    [
      /^delete from command\.request_in_doubt where noted_at < now\(\) - interval '24 hours'$/,
      ({ now }) => removeWhere(rows, ({ notedAt }) => notedAt < now - DAY),
    ],
  ]
}
