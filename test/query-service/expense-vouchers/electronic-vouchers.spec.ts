import { Type } from 'typebox'
import { beforeAll, expect, test } from 'vitest'
import {
  type ElectronicDocument,
  evolveDocument,
  newElectronicDocument,
} from '#kernel/events/electronic-document.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import { EDocument } from '#kernel/records/electronic-document.ts'
import { electronicVoucher } from '#kernel/responses/electronic-voucher.ts'
import { documentColumns } from '#projections/read-models/expense-vouchers/document-columns.ts'
import { electronicVoucherEvents, UUID } from '#test/support/electronic-voucher-events.ts'
import { faultsOfAnswer } from '#test/support/published.ts'
import { electronicDraft, idOf, voucherRow } from '../rows.ts'
import { idsIn, queryServiceForThisFile, read } from '../service.ts'

const service = queryServiceForThisFile()
const happens = electronicVoucherEvents(idOf(1))
const finalized = happens('VoucherFinalized', { printDate: '2026-11-20T10:01:00.250Z' })

const preparing = [happens('PreparationStarted')]
const prepared = [...preparing, happens('VoucherPrepared')]
const waiting = [...prepared, happens('SmsRequested'), happens('SmsSent')]
const dispatching = [...waiting, happens('SubmissionStarted')]
const accepted = [...dispatching, happens('ProviderAccepted')]

/** What happened to a voucher that is in that state; in the order of their numbers. */
const stories = {
  draft: [],
  preparing,
  prepared,
  sms_sending: [...prepared, happens('SmsRequested')],
  verification_pending: waiting,
  dispatching,
  provider_accepted: accepted,
  sent: [...accepted, finalized, happens('StatusChecked')],
  failed: [...dispatching, happens('SubmissionRefused')],
  review_required: [...dispatching, happens('SubmissionUnknown')],
  deleting: [...prepared, happens('DeletionStarted')],
} as const satisfies Record<ElectronicDocument['state'], readonly ExpenseVoucherEvent[]>

const documents = Object.entries(stories).map(([state, events], index) => ({
  state,
  id: idOf(index + 1),
  document: events.reduce(evolveDocument, newElectronicDocument('test')),
}))

beforeAll(() =>
  service.add('expense_voucher', [
    ...documents.map(({ document }, index) =>
      voucherRow(index + 1, {
        ...electronicDraft,
        ...documentColumns(document),
        ...(document.state === 'sent'
          ? { is_draft: false, is_finalized: true, number: '42', lifecycle: 'finalized' }
          : {}),
      }),
    ),
    voucherRow(20),
    voucherRow(21, { ...electronicDraft, state: 'deleting', visible: false, lifecycle: 'deleted' }),
  ]),
)

const Detail = Type.Object({
  data: Type.Object({ isFinalized: Type.Boolean(), eDocument: EDocument }),
})

test.each(documents)(
  'the filter for state $state finds exactly its vouchers',
  async ({ state, id }) => {
    const answer = await service.get(`/v1/expenses?filter[state]=${state}`)

    expect(idsIn(answer)).toEqual([id])
    expect(answer.body).toMatchObject({ data: [{ state, documentMode: 'electronic' }] })
    expect(faultsOfAnswer({ method: 'GET', path: '/v1/expenses' }, 200, answer.body)).toEqual([])
  },
)

test.each(documents)(
  'the detail of a voucher that is $state equals the response of its last step',
  async ({ id, document }) => {
    const { status, body } = await service.get(`/v1/expenses/${id}`)
    const { isFinalized, eDocument } = read(Detail, body).data

    expect(status).toBe(200)
    expect(faultsOfAnswer({ method: 'GET', path: '/v1/expenses/{id}' }, 200, body)).toEqual([])
    const answered = electronicVoucher({ id, isFinalized, document })
    expect(JSON.stringify(eDocument)).toBe(JSON.stringify(answered.eDocument))
  },
)

test('a sent voucher shows every field of its document', async () => {
  const sent = documents.find(({ state }) => state === 'sent')
  const { body } = await service.get(`/v1/expenses/${sent?.id}`)

  expect(body).toMatchObject({
    data: {
      isDraft: false,
      isFinalized: true,
      number: '42',
      state: 'sent',
      eDocument: {
        environment: 'test',
        uuid: UUID,
        number: 'GPE2026000000042',
        state: 'sent',
        phone: '905321234567',
        frozenAt: '2026-11-20T10:00:01.000Z',
        preparedAt: '2026-11-20T10:00:02.500Z',
        smsSentAt: '2026-11-20T10:00:06.123Z',
        smsRetryAt: '2026-11-20T10:00:59.000Z',
        acceptedAt: '2026-11-20T10:00:13.123Z',
        finalizedAt: '2026-11-20T10:01:00.250Z',
        lastCheckedAt: '2026-11-20T10:00:15.001Z',
        providerStatus: 'succeed',
        statusDetail: 'GİB’e iletildi',
        reportStatus: 'NotReported',
        cancelled: false,
        errorCode: null,
        errorMessage: null,
      },
    },
  })
})

test('electronic vouchers are listed in every state, and paper ones have none', async () => {
  const electronic = await service.get(
    '/v1/expenses?filter[documentMode]=electronic&sort=createdAt',
  )
  const paper = await service.get('/v1/expenses?filter[documentMode]=paper')

  expect(idsIn(electronic)).toEqual(documents.map(({ id }) => id))
  expect(idsIn(paper)).toEqual([idOf(20)])
  expect(paper.body).toMatchObject({ data: [{ state: null }] })
})
