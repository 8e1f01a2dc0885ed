import { fold } from '#kernel/domain/turkish-text.ts'
import type { SanctionCheckEvent } from '#kernel/events/sanction-check.ts'
import type { Model } from './model.ts'
import { columns, micros, type Row } from './values.ts'

const NOBODY = { idNo: null, fullName: null, surname: null }

/** Without what lists follow it by, and what only the log has. */
export function checkRow({
  checkId: id,
  lists: _lists,
  threshold: _threshold,
  method: _method,
  hasResult: _hasResult,
  query,
  matches,
  ...rest
}: SanctionCheckEvent['data']) {
  const asked = 'forgotten' in query ? NOBODY : query
  return {
    ...columns({ ...rest, ...asked, id }),
    full_name_folded: fold(asked.fullName ?? ''),
    matches: 'forgotten' in matches ? null : matches,
    created_at: `${micros(rest.checkedAt)}`,
  }
}

/** The check by which a person is judged: the last one, by its own moment, that had come at the last telling. */
export function latestCheckOf(
  { plain, judgedAt }: Pick<Model, 'plain' | 'judgedAt'>,
  company: unknown,
  personRef: unknown,
) {
  const at = judgedAt.get(`${String(company)} ${String(personRef)}`) ?? 0n
  const checks = plain['sanction_check']?.values() ?? []
  const placeOf = (row: Row) => [String(row['created_at']).padStart(20, '0'), row['id']].join(' ')
  return [...checks]
    .filter((row) => row['company_id'] === company && row['person_ref'] === personRef)
    .filter((row) => BigInt(String(row['created_at'])) <= at)
    .reduce<Row | undefined>(
      (last, row) => (last === undefined || placeOf(row) > placeOf(last) ? row : last),
      undefined,
    )
}

/** 0 not queried, 1 no problem, 2 problematic. */
export function statusBy(check: Row | undefined): number {
  if (check === undefined) return 0
  const found = ['masak_count', 'wanted_count', 'pep_count'].some((name) => check[name] !== 0)
  if (found) return 2
  return check['is_error'] === true ? 0 : 1
}
