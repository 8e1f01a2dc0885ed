import { readFile } from 'node:fs/promises'

/** The blocks of TypeScript in the client's README: a whole program, and then one for each task. */
export async function readmeBlocks(): Promise<readonly string[]> {
  const readme = await readFile('client/README.md', 'utf8')
  return [...readme.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, block = '']) => block)
}

const START = `
const connection = { baseUrl: process.env.BASE_URL!, apiUserId: process.env.API_USER_ID!, secretKey: process.env.SECRET_KEY! }
const signed = { id: 'msg_1', timestamp: String(Math.floor(Date.now() / 1000)), text: '{"type":"sarraf.invoice.InvoiceIssued.v1","subject":"65a1"}' }
const signature = (secret: string) => 'v1,' + createHmac('sha256', Buffer.from(secret, 'base64')).update([signed.id, signed.timestamp, signed.text].join('.')).digest('base64')
const request = { body: signed.text, headers: { 'Webhook-Id': signed.id, 'webhook-timestamp': signed.timestamp, 'webhook-signature': 'v1,bm8= ' + signature('b2xk') } }

export async function all() {
  const client = sarraf(connection)
  const copy = new Map<string, object>()
  let cursor: string | undefined
  const draft = await client.POST('/v1/expenses', { body: { data: { source: 'manual', idNo: '10000000146', amount: 100, isDraft: true } } })
  const { id } = draft.data!.data
`

const END = `
  console.log('copy', copy.size, cursor === undefined)
  console.log('made', made.data!.data.amount)
  await client.DELETE('/v1/expenses/{id}', { params: { path: { id } } })
  for await (const change of changes((query) => client.GET('/v1/expenses', { params: { query } }), { since: cursor })) {
    console.log('then', change.deletedAt === null ? 'changed' : 'deleted')
  }
  const classOf = (error: unknown) => error instanceof SarrafError ? [error.name, error.status] : error
  const wrong = sarraf({ ...connection, secretKey: 'another secret, long enough' })
  console.log(await wrong.GET('/v1/expenses').catch(classOf))
  const nobody = sarraf({ ...connection, baseUrl: 'http://127.0.0.1:9', tries: 1 })
  console.log(await nobody.GET('/v1/expenses').catch(classOf))
  console.log(await verifyWebhook({ ...request, body: signed.text + ' ', secret: 'whsec_b2xk' }).catch((error) => error instanceof WebhookRefused))
}

all().catch((error) => {
  console.error(error)
  process.exit(1)
})
`

/** All tasks of the README one after the other, as a module that any kind of project compiles. */
export async function tasksProgram(): Promise<string> {
  const [, ...tasks] = await readmeBlocks()
  return [
    "import { createHmac } from 'node:crypto'",
    "import { ConnectionFailed, OutcomeUnknown, SarrafError, ValidationFailed, changes, pages, sarraf } from 'sarraf-client'",
    "import { verifyWebhook, WebhookRefused } from 'sarraf-client/webhooks'",
    START,
    ...tasks,
    END,
  ].join('\n')
}

/** What it prints for a company that has no voucher. */
export const printedByTasks = (id: string) => [
  `${id} 100`,
  'a page of 1',
  'data.amount: minimum',
  'msg_1 sarraf.invoice.InvoiceIssued.v1 65a1',
  'copy 1 false',
  'made 250',
  'then changed',
  'then deleted',
  "[ 'CredentialsRefused', 401 ]",
  "[ 'ConnectionFailed', 0 ]",
  'true',
]
