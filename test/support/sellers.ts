import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { ElectronicVoucher } from '#kernel/contract/electronic-vouchers.ts'
import type { FaultMode, OperationName } from '#stack/sandbox/operations/names.ts'
import type { Call } from './calls-in-log.ts'
import type { SystemAddresses } from './system.ts'
import { type Answer, dataOf } from './system-client.ts'
import { type Dealer, type DealerOptions, newDealer } from './system-dealer.ts'
import { createdIn, detailIn, type Fields, manual } from './vouchers.ts'

/** Short times, so that a fault costs a test little. */
export const HASTE = {
  INTEGRATOR_TIMEOUT_MS: '1000',
  SMS_COOLDOWN_SECONDS: '0',
  ATTEMPT_DEADLINE_SECONDS: '2',
}

export const TAX_NUMBER = '4840847211'

const ENABLED = { enabled: true, environment: 'test', companyTaxNumber: TAX_NUMBER, serial: 'KUY' }

/** The next seller's phone: no two tests read each other's messages. */
let phones = 0
export const newPhone = () => newPhoneOf(phones++)
export const newPhoneOf = (number: number) => `90532${String(1_000_000 + number)}`

/** All that an official document asks of a seller. */
export const seller = (phone: string): Fields => ({
  nameSurname: 'Ayşe Gül Yılmaz',
  customerInfo: { address: 'Çınar Sk. 3', cities: 'Fatih', states: 'İstanbul', phone },
})

export const electronicDealer = (system: SystemAddresses, options: DealerOptions = {}) =>
  newDealer(system, { eDocument: ENABLED, ...options })

export type State = Static<typeof ElectronicVoucher>['eDocument']['state']

/** One electronic draft, and the steps that its caller can take. */
export type Draft = Awaited<ReturnType<typeof newDraft>>

export async function newDraft(system: SystemAddresses, dealer: Dealer, fields: Fields = {}) {
  const phone = newPhone()
  const request = { ...manual(), ...seller(phone), isDraft: true, allowDuplicate: true, ...fields }
  const { id } = createdIn(await dealer.api.post('/v1/expenses', request))
  const path = `/v1/expenses/${id}/e-document`
  const { api } = dealer
  const draft = {
    id,
    phone,
    prepare: () => api.post(`${path}/prepare`, {}),
    sms: () => api.post(`${path}/sms`, {}),
    confirm: (code: string) => api.post(`${path}/confirm`, { code }),
    status: () => api.get(`${path}/status`),
    file: (format: string) => api.get(`${path}/file?format=${format}`),
    delete: () => api.delete(`/v1/expenses/${id}`),
    detail: async () => detailIn(await api.get(`/v1/expenses/${id}`)),
    state: async () => (await draft.detail()).eDocument?.state,
    code: async () => (await messagesTo(system, phone))[0]?.code ?? 'no code',
  }
  return draft
}

/** Brings a draft so far that only the code is missing; gives the code. */
export async function untilCode(draft: Draft): Promise<string> {
  documentIn(await draft.prepare())
  documentIn(await draft.sms())
  return draft.code()
}

export const documentIn = (answer: Answer) => dataOf(ElectronicVoucher, answer).eDocument

/** Code and state of a refusal. */
export const refusedAs = ({ status, error }: Answer) => [
  status,
  error?.code,
  error?.details[0]?.state,
]

const Messages = Compile(
  Type.Object({ messages: Type.Array(Type.Object({ code: Type.String() })) }),
)
const Submitted = Compile(
  Type.Object({
    number: Type.Union([Type.String(), Type.Null()]),
    state: Type.String(),
    submissions: Type.Integer(),
  }),
)
const Calls = Compile(
  Type.Object({
    calls: Type.Array(Type.Object({ uuid: Type.String(), requestId: Type.String() })),
  }),
)

export const messagesTo = async ({ sandboxUrl }: SystemAddresses, phone: string) =>
  Messages.Parse(await read(`${sandboxUrl}/__sandbox/sms?phone=${phone}`)).messages

/** What the provider's own books say of a document. */
export const bookedAs = async ({ sandboxUrl }: SystemAddresses, uuid: string | null | undefined) =>
  Submitted.Parse(await read(`${sandboxUrl}/__sandbox/documents/${uuid}`))

/** The same, of a document that never came there perhaps. */
export async function findBooked({ sandboxUrl }: SystemAddresses, uuid: string) {
  const answer = await fetch(`${sandboxUrl}/__sandbox/documents/${uuid}`)
  const body: unknown = await answer.json()
  return answer.status === 404 ? undefined : Submitted.Parse(body)
}

export const callsOf = async ({ sandboxUrl }: SystemAddresses, operation: OperationName) =>
  Calls.Parse(await read(`${sandboxUrl}/__sandbox/calls?operation=${operation}`)).calls

/** Of several operations, as an attempt in the log names a call. */
export const callsOfAll = async (
  system: SystemAddresses,
  operations: readonly OperationName[],
): Promise<readonly Call[]> => {
  const calls = await Promise.all(
    operations.map(async (operation) =>
      (await callsOf(system, operation)).map(({ uuid, requestId }) => ({
        operation,
        uuid,
        requestId,
      })),
    ),
  )
  return calls.flat()
}

/** The next call of that operation fails so. */
export async function fault(
  { sandboxUrl }: SystemAddresses,
  operation: OperationName,
  mode: FaultMode,
  delayMs = 0,
) {
  const answer = await fetch(`${sandboxUrl}/__sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ operation, mode, delayMs }),
  })
  if (!answer.ok) throw new Error(`no fault: ${await answer.text()}`)
}

/** Somebody cancels the official document in the provider's portal. */
export async function cancelInPortal({ sandboxUrl }: SystemAddresses, uuid: string | null) {
  const url = `${sandboxUrl}/__sandbox/documents/${uuid}/cancel`
  const answer = await fetch(url, { method: 'POST' })
  if (!answer.ok) throw new Error(`not cancelled: ${await answer.text()}`)
}

async function read(url: string): Promise<unknown> {
  const answer = await fetch(url)
  return answer.json()
}
