import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { labelOutcomeOf } from '#kernel/contract/test-mode.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { parsed } from '../parsed.ts'
import { failure, type Operation } from './operation.ts'

const query = Compile(Type.Object({ scannedCode: Type.String() }))

/** The register of security labels and marks: the prefix of a code determines the outcome. */
export const kmtsQuery = (): Operation => ({
  name: 'kmts.query',
  method: 'POST',
  url: '/kmts/queries',
  perform: (request) => {
    const { scannedCode } = parsed(query, request.body)
    return { status: 200, json: { scannedCode, ...entryOf(scannedCode) } }
  },
  refuse: () => failure(422, 'QUERY_REFUSED', 'The register does not answer this query.'),
})

function entryOf(code: string): object {
  const outcome = labelOutcomeOf(code)
  switch (outcome) {
    case 'verified':
      return verified(code)
    case 'invalid':
      return {
        outcome,
        status: 'INVALID',
        statusTitleDescription: 'Geçersiz kod',
        statusDescription: 'Kod bir güvenlik etiketi veya damga numarası değildir.',
      }
    case 'not_found':
      return {
        outcome,
        status: 'NOT_FOUND',
        statusTitleDescription: 'Kayıt bulunamadı',
        statusDescription: 'Bu numarayla kayıtlı bir ürün yoktur.',
      }
    default:
      return assertNever(outcome)
  }
}

const verified = (code: string) => ({
  outcome: 'verified',
  status: 'ACTIVE',
  statusTitleDescription: 'Aktif',
  statusDescription: 'Etiket kayıtlı ve aktiftir.',
  activationDate: '2026-03-02T08:30:00Z',
  markingDate: '2026-02-27T10:00:00Z',
  scanVerificationId: createHash('sha256').update(code).digest('hex').slice(0, 16),
  refineryName: 'Boğaziçi Rafineri A.Ş.',
  productName: '24 Ayar Külçe Altın 1 g',
  millesimalFineness: '995.0',
  weightUnit: 'GRM',
  metal: 'Altın',
  weight: 1.005,
  packagePrefix: code.slice(0, 3),
  method: 'LABEL',
  methodDescription: 'Güvenlik etiketi',
})
