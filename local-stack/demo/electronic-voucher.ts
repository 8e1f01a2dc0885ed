import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Answer, Api, Files } from './api.ts'
import type { Checklist } from './checklist.ts'

const Drafted = Type.Object({ id: Type.String(), amount: Type.Number() })
const Text = Type.Union([Type.String(), Type.Null()])
const Electronic = Type.Object({
  eDocument: Type.Object({ uuid: Text, number: Text, state: Type.String(), phone: Text }),
})
const Messages = Type.Object({
  messages: Type.Array(Type.Object({ code: Type.String(), documentUuid: Type.String() })),
})

type Document = Static<typeof Electronic>['eDocument']

const SELLER = '21543789054'
const WRONG_CODE = '0000'

const LEFT_OUT =
  'The electronic voucher is skipped: its provider is not the sandbox, so the demo cannot read the code in the SMS.'

interface Counter {
  readonly api: Api
  readonly files: Files
  readonly checklist: Checklist
  /** Null if the integrator is not the sandbox. */
  readonly sandboxUrl: string | null
}

/**
 * Gold is bought with an electronic voucher: the seller agrees with the code from the SMS. Returns the
 * voucher's id; undefined if this part was skipped.
 */
export async function buyElectronically(counter: Counter): Promise<string | undefined> {
  const { checklist, sandboxUrl } = counter
  if (sandboxUrl === null) {
    checklist.note(LEFT_OUT)
    return undefined
  }
  const id = await draft(counter)
  const path = `/v1/expenses/${id}`
  await step(counter, `${path}/e-document/prepare`, 'kept by the provider')
  const sent = await step(counter, `${path}/e-document/sms`, 'the seller gets a code')
  const code = await codeFor(sandboxUrl, sent)
  checklist.expect(
    code !== undefined,
    `read at the sandbox, GET /__sandbox/sms?phone=${sent.phone}`,
  )
  await mistype(counter, path)
  const { number } = await confirm(counter, path, code ?? '')
  for (const format of ['xml', 'pdf']) await fetchFile(counter, path, { format, number })
  await showEnd(counter, path, number)
  return id
}

async function draft({ api, checklist }: Counter): Promise<string> {
  // The same person and amount on one day would be a duplicate, so the amount differs from run to run.
  const amount = Math.round(6_000_000 + (Date.now() % 10_000_000)) / 100
  const data = { source: 'manual', idNo: SELLER, amount, isDraft: true, templateKey: 'hurda-18' }
  const path = '/v1/expenses'
  const answer = await api({ method: 'POST', path, data })
  const drafted = dataOf(Drafted, answer)
  checklist.step(`POST ${path}`, answer.status, 201, `electronic draft over ${drafted.amount} TRY`)
  return drafted.id
}

async function step({ api, checklist }: Counter, path: string, what: string): Promise<Document> {
  const answer = await api({ method: 'POST', path, data: {} })
  const { eDocument } = dataOf(Electronic, answer)
  checklist.step(`POST ${path}`, answer.status, 200, `${eDocument.state}: ${what}`)
  return eDocument
}

async function codeFor(sandboxUrl: string, { uuid, phone }: Document) {
  const answer = await fetch(`${sandboxUrl}/__sandbox/sms?phone=${phone}`)
  const { messages } = Value.Parse(Messages, await answer.json())
  return messages.find(({ documentUuid }) => documentUuid === uuid)?.code
}

async function mistype({ api, checklist }: Counter, voucher: string) {
  const path = `${voucher}/e-document/confirm`
  const { status, code } = await api({ method: 'POST', path, data: { code: WRONG_CODE } })
  checklist.step(`POST ${path}`, status, 422, `${code}: a wrong code changes nothing`)
}

async function confirm(
  { api, checklist }: Counter,
  voucher: string,
  code: string,
): Promise<Document> {
  const path = `${voucher}/e-document/confirm`
  const answer = await api({ method: 'POST', path, data: { code } })
  const { eDocument } = dataOf(Electronic, answer)
  checklist.step(
    `POST ${path}`,
    answer.status,
    200,
    `${eDocument.state}: official as ${eDocument.number}`,
  )
  return eDocument
}

interface FileRequest {
  readonly format: string
  readonly number: string | null
}

async function fetchFile(
  { files, checklist }: Counter,
  voucher: string,
  { format, number }: FileRequest,
) {
  const path = `${voucher}/e-document/file?format=${format}`
  const { status, content } = await files(path)
  checklist.step(`GET ${path}`, status, 200, `${content.length} bytes`)
  const isRight =
    format === 'pdf'
      ? content.toString('latin1').startsWith('%PDF-')
      : content.toString().includes(`>${number}<`)
  checklist.expect(isRight, format === 'pdf' ? 'it is a PDF' : 'its number stands in the XML')
}

const Sent = Type.Object({ isFinalized: Type.Boolean(), serial: Type.String(), number: Text })

async function showEnd({ api, checklist }: Counter, path: string, official: string | null) {
  const read = await api({ method: 'GET', path })
  const { isFinalized, serial, number } = dataOf(Sent, read)
  checklist.step(
    `GET ${path}`,
    read.status,
    200,
    `${serial} ${number} here, ${official} officially`,
  )
  checklist.expect(isFinalized, 'it is finalized, with stock and number')
  const { status, code } = await api({ method: 'DELETE', path })
  checklist.step(`DELETE ${path}`, status, 409, `${code}: what is sent stays`)
}

/** The parsed data; throws on an error, because the next step needs it. */
function dataOf<Schema extends TSchema>(schema: Schema, { status, code, data }: Answer) {
  if (code !== undefined) throw new Error(`answered ${status} ${code}`)
  return Value.Parse(schema, data)
}
