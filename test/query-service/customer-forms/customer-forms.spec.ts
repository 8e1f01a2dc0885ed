import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { create, verificationIn } from '#test/support/forms.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { dataOf, refusal } from '#test/support/system-client.ts'
import { type Dealer, newDealer, recordId } from '#test/support/system-dealer.ts'

const system = systemForThisFile()

const decide = (dealer: Dealer, formId: string, decision: object) =>
  dealer.import({ kind: 'formDecision', data: { formId, ...decision } })

const read = async (dealer: Dealer, id: string) =>
  verificationIn(await dealer.api.get(`/v1/compliance/verifications/${id}`))

const Forms = Type.Array(
  Type.Object({
    id: Type.String(),
    updatedAt: Type.String(),
    deletedAt: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
)

const followed = async ({ api }: Dealer, filters: string) =>
  dataOf(Forms, await api.get(`/v1/compliance/verifications?sort=updatedAt:asc${filters}`))

const lately = (moment: string | null) => Math.abs(Date.parse(moment ?? '') - Date.now()) < 60_000

test('a form that is signed and then approved', async () => {
  const dealer = await newDealer(system)
  const form = await create(dealer.api, { birthday: '1981-02-05' })

  await decide(dealer, form.id, { isSigned: true, masakStatus: 1 })
  const signed = await read(dealer, form.id)
  await decide(dealer, form.id, { isApproval: true })
  const approved = await read(dealer, form.id)

  expect(signed).toEqual({
    ...form,
    updatedAt: signed.updatedAt,
    isSigned: true,
    masakStatus: 1,
    birthday: '1981-02-05',
    nationality: null,
    approvedAt: null,
    signedAt: signed.signedAt,
    status: 'pending',
  })
  expect(approved).toEqual({
    ...signed,
    isApproval: true,
    status: 'approved',
    approvedAt: approved.approvedAt,
    updatedAt: approved.updatedAt,
  })
  expect([signed.signedAt, approved.approvedAt].map(lately)).toEqual([true, true])
  expect(form.updatedAt < signed.updatedAt && signed.updatedAt < approved.updatedAt).toBe(true)
})

test('the last decision counts: approved, rejected, approved again, withdrawn', async () => {
  const dealer = await newDealer(system)
  const { id } = await create(dealer.api)
  const after = async (decision: object) => {
    await decide(dealer, id, decision)
    const { isApproval, approvedAt, status } = await read(dealer, id)
    return [status, isApproval, approvedAt !== null]
  }

  expect(await after({ isApproval: true })).toEqual(['approved', true, true])
  expect(await after({ rejected: true })).toEqual(['rejected', false, false])
  expect(await after({ isApproval: true })).toEqual(['approved', true, true])
  expect(await after({ isApproval: false })).toEqual(['pending', false, false])
})

test('the same decision again changes nothing', async () => {
  const dealer = await newDealer(system)
  const { id } = await create(dealer.api)
  await decide(dealer, id, {})
  const untouched = await read(dealer, id)
  await decide(dealer, id, { isApproval: true })
  const approved = await read(dealer, id)

  await decide(dealer, id, { isApproval: true })

  expect(untouched.updatedAt).toBe(untouched.createdAt)
  expect(await read(dealer, id)).toEqual(approved)
})

test('a deleted form is gone', async () => {
  const dealer = await newDealer(system)
  const { id } = await create(dealer.api)
  await decide(dealer, id, { deleted: true })

  const answer = await dealer.api.get(`/v1/compliance/verifications/${id}`)

  expect(refusal(answer)).toEqual([404, 'RESOURCE_NOT_FOUND', []])
  expect(await followed(dealer, '')).toEqual([])
})

test('another company can neither see a form nor decide on it', async () => {
  const [one, two] = [await newDealer(system), await newDealer(system)]
  const { id } = await create(one.api)

  const theirs = await two.api.get(`/v1/compliance/verifications/${id}`)
  const unknown = await two.api.get(`/v1/compliance/verifications/${recordId()}`)

  expect(refusal(theirs)).toEqual([404, 'RESOURCE_NOT_FOUND', []])
  expect(theirs.error).toEqual(unknown.error)
  await expect(decide(two, id, { isApproval: true })).rejects.toThrow(
    'line 1: formId: is not known here',
  )
  expect(await read(one, id)).toMatchObject({ status: 'pending' })
})

let stranger: ReturnType<typeof newDealer> | undefined

test.each([
  [{ formId: recordId() }, 'formId: is not known here'],
  [{ formId: 'x' }, 'formId: must be 24 hexadecimal digits'],
  [{ formId: undefined }, 'formId: is required'],
  [{ formId: recordId(), masakStatus: 3 }, 'masakStatus: must be a whole number from 0 to 2'],
  [{ formId: recordId(), isApproval: 'yes' }, 'isApproval: must be true or false'],
  [{ formId: recordId(), approvedAt: '2026-11-20' }, 'approvedAt: is not a field of formDecision'],
])('a decision with %j is refused', async (data, fault) => {
  stranger ??= newDealer(system)
  const dealer = await stranger

  await expect(dealer.import({ kind: 'formDecision', data })).rejects.toThrow(`line 1: ${fault}`)
})
