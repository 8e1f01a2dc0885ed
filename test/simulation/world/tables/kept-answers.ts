import type { RunningProcessTable } from './running-processes.ts'
import { changed, DAY, found, keyOf, later, removeWhere, type Statement } from './table.ts'
import { dateOf, secondsText } from './times.ts'
import type { Values } from './values.ts'

/** Holds a key whose last try has sent nothing that may stand. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

interface Key {
  readonly requestHash: Buffer
  readonly commandId: string
  readonly leaseUntil: number
  readonly holder: string
  readonly status: number | null
  readonly sealedAnswer: Buffer | null
  readonly createdAt: number
}

const rowKey = (values: Values) => keyOf(values.text(1), values.text(2))

/** `vault.idempotency`. */
export function keptAnswerStatements({ isAlive }: RunningProcessTable): readonly Statement[] {
  const rows = new Map<string, Key>()

  const mayBegin = (kept: Key, requestHash: Buffer, now: number) =>
    kept.createdAt < now - DAY ||
    (kept.status === null &&
      kept.requestHash.equals(requestHash) &&
      (kept.leaseUntil < now || !isAlive(kept.holder, now)))

  /** Changes the row of a try that has neither ended nor been taken over. */
  const release = (values: Values, change: (key: string, row: Key) => void) => {
    const key = rowKey(values)
    const row = rows.get(key)
    const isThisTry = row?.status === null && secondsText(row.leaseUntil) === values.text(3)
    if (isThisTry) change(key, row)
    return changed(Number(isThisTry))
  }

  return [
    [
      new RegExp(
        String.raw`^with before as .* insert into vault\.idempotency as kept .* holder <> '${NOBODY}'\) as may_stand, extract\(epoch from lease_until\)::text as lease$`,
      ),
      ({ values, now }) => {
        const key = rowKey(values)
        const before = rows.get(key)
        const requestHash = values.bytes(3)
        if (before !== undefined && !mayBegin(before, requestHash, now)) return changed(0)
        const isSameCommand = before !== undefined && before.createdAt >= now - DAY
        const row: Key = {
          requestHash,
          commandId: isSameCommand ? before.commandId : values.text(4),
          leaseUntil: later(now, values.number(5)),
          holder: values.text(6),
          status: null,
          sealedAnswer: null,
          createdAt: isSameCommand ? before.createdAt : now,
        }
        rows.set(key, row)
        return found([
          {
            command_id: row.commandId,
            is_repeated: before !== undefined,
            created_at: dateOf(row.createdAt),
            may_stand: before?.commandId === row.commandId && before.holder !== NOBODY,
            lease: secondsText(row.leaseUntil),
          },
        ])
      },
    ],
    [
      /^select request_hash, sealed_answer from vault\.idempotency where company_id = \$1 and key = \$2$/,
      ({ values }) => {
        const row = rows.get(rowKey(values))
        if (row === undefined) return found([])
        const { requestHash, sealedAnswer } = row
        return found([
          {
            request_hash: Buffer.from(requestHash),
            sealed_answer: sealedAnswer && Buffer.from(sealedAnswer),
          },
        ])
      },
    ],
    [
      /^update vault\.idempotency set status = \$3, sealed_answer = \$4 where company_id = \$1 and key = \$2 and command_id = \$5$/,
      ({ values }) => {
        const key = rowKey(values)
        const row = rows.get(key)
        if (row?.commandId !== values.text(5)) return changed(0)
        rows.set(key, { ...row, status: values.number(3), sealedAnswer: values.bytes(4) })
        return changed(1)
      },
    ],
    [
      /^delete from vault\.idempotency where company_id = \$1 and key = \$2 and sealed_answer = \$3$/,
      ({ values }) => {
        const key = rowKey(values)
        const isMeant = rows.get(key)?.sealedAnswer?.equals(values.bytes(3)) === true
        return changed(Number(isMeant && rows.delete(key)))
      },
    ],
    [
      /^delete from vault\.idempotency where company_id = \$1 and key = \$2 and status is null and extract\(epoch from lease_until\)::text = \$3$/,
      ({ values }) => release(values, (key) => rows.delete(key)),
    ],
    [
      new RegExp(
        String.raw`^update vault\.idempotency set lease_until = now\(\), holder = '${NOBODY}' where company_id = \$1 and key = \$2 and status is null and extract\(epoch from lease_until\)::text = \$3$`,
      ),
      ({ values, now }) =>
        release(values, (key, row) => rows.set(key, { ...row, leaseUntil: now, holder: NOBODY })),
    ],
    [
      /^update vault\.idempotency set lease_until = now\(\) where company_id = \$1 and key = \$2 and status is null and extract\(epoch from lease_until\)::text = \$3$/,
      ({ values, now }) =>
        release(values, (key, row) => rows.set(key, { ...row, leaseUntil: now })),
    ],
    [
      /^delete from vault\.idempotency where created_at < now\(\) - interval '24 hours'$/,
      ({ now }) => removeWhere(rows, ({ createdAt }) => createdAt < now - DAY),
    ],
  ]
}
