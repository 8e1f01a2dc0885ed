import type { RunningProcessTable } from './running-processes.ts'
import { changed, DAY, found, keyOf, later, removeWhere, type Statement } from './table.ts'
import { dateOf, secondsText } from './times.ts'
import type { Values } from './values.ts'

/** Holds a key whose last try has sent nothing that may stand. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Whether the database dies before the disk has the answers that the statement with this number keeps. */
export type LosesAnswers = (count: number) => boolean

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
export function keptAnswerStatements(
  { isAlive }: RunningProcessTable,
  losesAnswers: LosesAnswers,
): readonly Statement[] {
  const rows = new Map<string, Key>()
  let statements = 0

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

  /** No row where another try has the key. */
  function begin({ companyId, word, key, ...asked }: Beginning, now: number) {
    const { requestHash, commandId, holder, leaseUntil } = asked
    const before = rows.get(key)
    if (before !== undefined && !mayBegin(before, requestHash, now)) return []
    const isSameCommand = before !== undefined && before.createdAt >= now - DAY
    const row: Key = {
      requestHash,
      leaseUntil,
      holder,
      commandId: isSameCommand ? before.commandId : commandId,
      status: null,
      sealedAnswer: null,
      createdAt: isSameCommand ? before.createdAt : now,
    }
    rows.set(key, row)
    return [
      {
        company_id: companyId,
        key: word,
        command_id: row.commandId,
        is_repeated: before !== undefined,
        created_at: dateOf(row.createdAt),
        may_stand: before?.commandId === row.commandId && before.holder !== NOBODY,
        lease: secondsText(row.leaseUntil),
      },
    ]
  }

  return [
    [
      new RegExp(
        String.raw`^with asked as .* unnest\(\$1::text\[\], .* insert into vault\.idempotency as kept .* before\.holder <> '${NOBODY}'\) as may_stand, extract\(epoch from lease_until\)::text as lease$`,
      ),
      ({ values, now }) => found(beginningsIn(values, now).flatMap((one) => begin(one, now))),
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
      /^with session as materialized \( select set_config\('synchronous_commit', 'off', true\) .* update vault\.idempotency as kept set status = answered\.status, sealed_answer = answered\.sealed_answer from session, answered where session\.synchronous_commit = 'off' and kept\.company_id = answered\.company_id and kept\.key = answered\.key and kept\.command_id = answered\.command_id$/,
      ({ values }) => {
        const keys = rowKeys(values)
        const [statuses, sealed] = [values.numbers(4), values.manyBytes(5)]
        statements += 1
        const areLost = losesAnswers(statements)
        const meant = values.texts(3).map((commandId, index) => {
          const key = keys[index] ?? ''
          const row = rows.get(key)
          if (row?.commandId !== commandId) return false
          const answer = { status: statuses[index] ?? null, sealedAnswer: sealed[index] ?? null }
          if (!areLost) rows.set(key, { ...row, ...answer })
          return true
        })
        return changed(meant.filter(Boolean).length)
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

interface Beginning {
  readonly companyId: string
  readonly word: string
  readonly key: string
  readonly requestHash: Buffer
  readonly commandId: string
  readonly holder: string
  readonly leaseUntil: number
}

function beginningsIn(values: Values, now: number): readonly Beginning[] {
  const [words, hashes, ids] = [values.texts(2), values.manyBytes(3), values.texts(4)]
  const [holder, leaseUntil] = [values.text(5), later(now, values.number(6))]
  return values.texts(1).map((companyId, index) => {
    const word = words[index] ?? ''
    return {
      companyId,
      word,
      key: keyOf(companyId, word),
      requestHash: hashes[index] ?? Buffer.alloc(0),
      commandId: ids[index] ?? '',
      holder,
      leaseUntil,
    }
  })
}

function rowKeys(values: Values): readonly string[] {
  const words = values.texts(2)
  return values.texts(1).map((companyId, index) => keyOf(companyId, words[index] ?? ''))
}
