import type { Static } from 'typebox'
import type { Verification } from '#kernel/contract/verifications.ts'
import { isoMicroseconds } from '#kernel/records/times.ts'

type Answer = Static<typeof Verification>

/** A row of `customer_form`: microseconds as text. */
export interface CustomerFormRow {
  readonly id: string
  readonly id_no: string | null
  readonly name_surname: string | null
  readonly id_type: Answer['idType']
  readonly id_card_type: Answer['idCardType']
  readonly is_approval: boolean
  readonly is_signed: boolean
  readonly masak_status: number
  readonly rejected: boolean
  readonly birthday: string | null
  readonly nationality: string | null
  readonly approved_at: Date | null
  readonly signed_at: Date | null
  readonly created_at: string
  readonly updated_at: string
}

export const verification = (row: CustomerFormRow): Answer => ({
  id: row.id,
  idNo: row.id_no,
  nameSurname: row.name_surname,
  idType: row.id_type,
  idCardType: row.id_card_type,
  isApproval: row.is_approval,
  isSigned: row.is_signed,
  masakStatus: row.masak_status,
  createdAt: isoMicroseconds(row.created_at),
  updatedAt: isoMicroseconds(row.updated_at),
  birthday: row.birthday,
  nationality: row.nationality,
  approvedAt: row.approved_at?.toISOString() ?? null,
  signedAt: row.signed_at?.toISOString() ?? null,
  status: statusOf(row),
})

function statusOf({ is_approval, rejected }: CustomerFormRow): Answer['status'] {
  if (rejected) return 'rejected'
  return is_approval ? 'approved' : 'pending'
}
