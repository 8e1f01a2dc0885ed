import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Answer, Api, Files } from './api.ts'
import type { Tell } from './tell.ts'

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
  'The electronic voucher is left out: its provider is not the sandbox, so nobody here can read the code that the seller gets.'

interface Counter {
  readonly api: Api
  readonly files: Files
  readonly tell: Tell
  /** Null where the integrator is another one. */
  readonly sandboxUrl: string | null
}

/**
 * Gold is bought electronically: the seller agrees with the code that comes to the phone. Gives the
 * voucher's id; undefined where it was left out.
 */
export async function buyElectronically(counter: Counter): Promise<string | undefined> {
  const { tell, sandboxUrl } = counter
  if (sandboxUrl === null) {
    tell.note(LEFT_OUT)
    return undefined
  }
  const id = await draft(counter)
  const path = `/v1/expenses/${id}`
  await step(counter, `${path}/e-document/prepare`, 'kept by the provider')
  const sent = await step(counter, `${path}/e-document/sms`, 'the seller gets a code')
  const code = await codeFor(sandboxUrl, sent)
  tell.expect(code !== undefined, `read at the sandbox, GET /__sandbox/sms?phone=${sent.phone}`)
  await mistype(counter, path)
  const { number } = await confirm(counter, path, code ?? '')
  for (const format of ['xml', 'pdf']) await fetchFile(counter, path, { format, number })
  await showEnd(counter, path, number)
  return id
}

async function draft({ api, tell }: Counter): Promise<string> {
  // Nobody is paid the same amount twice on a day: the amounts differ from run to run.
  const amount = Math.round(6_000_000 + (Date.now() % 10_000_000)) / 100
  const data = { source: 'manual', idNo: SELLER, amount, isDraft: true, templateKey: 'hurda-18' }
  const path = '/v1/expenses'
  const answer = await api({ method: 'POST', path, data })
  const drafted = dataOf(Drafted, answer)
  tell.step(`POST ${path}`, answer.status, 201, `electronic draft over ${drafted.amount} TRY`)
  return drafted.id
}

async function step({ api, tell }: Counter, path: string, what: string): Promise<Document> {
  const answer = await api({ method: 'POST', path, data: {} })
  const { eDocument } = dataOf(Electronic, answer)
  tell.step(`POST ${path}`, answer.status, 200, `${eDocument.state}: ${what}`)
  return eDocument
}

async function codeFor(sandboxUrl: string, { uuid, phone }: Document) {
  const answer = await fetch(`${sandboxUrl}/__sandbox/sms?phone=${phone}`)
  const { messages } = Value.Parse(Messages, await answer.json())
  return messages.find(({ documentUuid }) => documentUuid === uuid)?.code
}

async function mistype({ api, tell }: Counter, voucher: string) {
  const path = `${voucher}/e-document/confirm`
  const { status, code } = await api({ method: 'POST', path, data: { code: WRONG_CODE } })
  tell.step(`POST ${path}`, status, 422, `${code}: a wrong code changes nothing`)
}

async function confirm({ api, tell }: Counter, voucher: string, code: string): Promise<Document> {
  const path = `${voucher}/e-document/confirm`
  const answer = await api({ method: 'POST', path, data: { code } })
  const { eDocument } = dataOf(Electronic, answer)
  tell.step(
    `POST ${path}`,
    answer.status,
    200,
    `${eDocument.state}: official as ${eDocument.number}`,
  )
  return eDocument
}

interface Wanted {
  readonly format: string
  readonly number: string | null
}

async function fetchFile({ files, tell }: Counter, voucher: string, { format, number }: Wanted) {
  const path = `${voucher}/e-document/file?format=${format}`
  const { status, content } = await files(path)
  tell.step(`GET ${path}`, status, 200, `${content.length} bytes`)
  const isRight =
    format === 'pdf'
      ? content.toString('latin1').startsWith('%PDF-')
      : content.toString().includes(`>${number}<`)
  tell.expect(isRight, format === 'pdf' ? 'it is a PDF' : 'its number stands in the XML')
}

const Sent = Type.Object({ isFinalized: Type.Boolean(), serial: Type.String(), number: Text })

async function showEnd({ api, tell }: Counter, path: string, official: string | null) {
  const read = await api({ method: 'GET', path })
  const { isFinalized, serial, number } = dataOf(Sent, read)
  tell.step(`GET ${path}`, read.status, 200, `${serial} ${number} here, ${official} officially`)
  tell.expect(isFinalized, 'it is finalized, with stock and number')
  const { status, code } = await api({ method: 'DELETE', path })
  tell.step(`DELETE ${path}`, status, 409, `${code}: what is sent stays`)
}

/** Without it there is no next step. */
function dataOf<Schema extends TSchema>(schema: Schema, { status, code, data }: Answer) {
  if (code !== undefined) throw new Error(`answered ${status} ${code}`)
  return Value.Parse(schema, data)
}
