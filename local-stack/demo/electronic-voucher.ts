import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { electronicVoucher, type Sarraf } from '#client/main.ts'
import type { Checklist } from './checklist.ts'
import { done, refused } from './steps.ts'

const Messages = Compile(
  Type.Object({
    messages: Type.Array(Type.Object({ code: Type.String(), documentUuid: Type.String() })),
  }),
)

const SELLER = '21543789054'
const WRONG_CODE = '0000'
const PATH = '/v1/expenses'

const LEFT_OUT =
  'The electronic voucher is skipped: its provider is not the sandbox, so the demo cannot read the code in the SMS.'

interface Counter {
  readonly client: Sarraf
  readonly checklist: Checklist
  /** Null if the integrator is not the sandbox. */
  readonly sandboxUrl: string | null
}

/**
 * Gold is bought with an electronic voucher: the seller agrees with the code from the SMS. Returns the
 * voucher's id; undefined if this part was skipped.
 */
export async function buyElectronically(counter: Counter): Promise<string | undefined> {
  const { client, checklist, sandboxUrl } = counter
  if (sandboxUrl === null) {
    checklist.note(LEFT_OUT)
    return undefined
  }
  const id = await draft(counter)
  const explain = (why: string) => checklist.note(`    ${why}`)
  const voucher = electronicVoucher(client, id, { explain })
  const { eDocument: sent } = await voucher.prepare().sms()
  checklist.expect(sent.state === 'verification_pending', `${sent.state}: the seller gets a code`)
  const code = await codeFor(sandboxUrl, sent)
  const where = `GET /__sandbox/sms?phone=${sent.phone}`
  checklist.expect(code !== undefined, `read at the sandbox, ${where}`)
  await mistype(counter, id)
  const { eDocument } = await voucher.confirm(code ?? '')
  checklist.expect(
    eDocument.state === 'sent',
    `${eDocument.state}: official as ${eDocument.number}`,
  )
  for (const format of ['xml', 'pdf'] as const) {
    await fetchFile(counter, id, { format, number: eDocument.number })
  }
  await showEnd(counter, id, eDocument.number)
  return id
}

async function draft({ client, checklist }: Counter): Promise<string> {
  // The same person and amount on one day would be a duplicate, so the amount differs from run to run.
  const amount = Math.round(6_000_000 + (Date.now() % 10_000_000)) / 100
  const goods = { amount, isDraft: true, templateKey: 'hurda-18' }
  // A phone gets a limited number of SMS in an hour, so it differs, too.
  const customerInfo = { phone: `90532${String(Date.now() % 10_000_000).padStart(7, '0')}` }
  const { id } = await done(
    checklist,
    {
      call: `POST ${PATH}`,
      status: 201,
      says: (drafted) => `electronic draft over ${drafted.amount} TRY`,
    },
    client.POST(PATH, {
      body: { data: { source: 'manual', idNo: SELLER, customerInfo, ...goods } },
    }),
  )
  return id
}

interface Addressed {
  readonly uuid: string | null
  readonly phone: string | null
}

async function codeFor(sandboxUrl: string, { uuid, phone }: Addressed) {
  const answer = await fetch(`${sandboxUrl}/__sandbox/sms?phone=${phone}`)
  const { messages } = Messages.Parse(await answer.json())
  return messages.find(({ documentUuid }) => documentUuid === uuid)?.code
}

const mistype = ({ client, checklist }: Counter, id: string) =>
  refused(
    checklist,
    {
      call: `POST ${PATH}/${id}/e-document/confirm`,
      status: 422,
      why: 'a wrong code changes nothing',
    },
    client.POST(`${PATH}/{id}/e-document/confirm`, {
      params: { path: { id } },
      body: { data: { code: WRONG_CODE } },
    }),
  )

interface FileRequest {
  readonly format: 'xml' | 'pdf'
  readonly number: string | null
}

async function fetchFile(
  { client, checklist }: Counter,
  id: string,
  { format, number }: FileRequest,
) {
  const { data = new ArrayBuffer(), response } = await client.GET(`${PATH}/{id}/e-document/file`, {
    params: { path: { id }, query: { format } },
    parseAs: 'arrayBuffer',
  })
  const content = Buffer.from(data)
  const call = `GET ${PATH}/${id}/e-document/file?format=${format}`
  checklist.step(call, response.status, 200, `${content.length} bytes`)
  const isRight =
    format === 'pdf'
      ? content.toString('latin1').startsWith('%PDF-')
      : content.toString().includes(`>${number}<`)
  checklist.expect(isRight, format === 'pdf' ? 'it is a PDF' : 'its number stands in the XML')
}

async function showEnd({ client, checklist }: Counter, id: string, official: string | null) {
  const one = `${PATH}/{id}` as const
  const params = { path: { id } }
  const { isFinalized } = await done(
    checklist,
    {
      call: `GET ${PATH}/${id}`,
      status: 200,
      says: ({ serial, number }) => `${serial} ${number} here, ${official} officially`,
    },
    client.GET(one, { params }),
  )
  checklist.expect(isFinalized, 'it is finalized, with stock and number')
  await refused(
    checklist,
    { call: `DELETE ${PATH}/${id}`, status: 409, why: 'what is sent stays' },
    client.DELETE(one, { params }),
  )
}
