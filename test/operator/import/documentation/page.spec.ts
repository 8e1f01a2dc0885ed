import { expect, test } from 'vitest'
import { contentOf } from '#command/customer-forms/form-content.ts'
import { isRecord } from '#kernel/contract/schema-kinds.ts'
import { customerFormEvents } from '#kernel/events/customer-form.ts'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { invoiceEvents } from '#kernel/events/invoice.ts'
import { importPage } from '#operator/import/documentation/page.ts'
import { kinds } from '#operator/import/kinds.ts'
import { past } from '#test/command-service/expense-vouchers/examples.ts'
import { operator, variablesOf } from '#test/operator/command-line.ts'
import { servicesForThisFile } from '#test/operator/services.ts'
import { invoiceHappenings } from '#test/support/invoice-events.ts'
import { fileForThisTest, systemForThisFile } from '#test/support/operator.ts'
import { recordEvents } from '#test/support/stored-events.ts'

const system = systemForThisFile()

servicesForThisFile(system)

const page = importPage()
const lines = [...page.matchAll(/^```json\n(.*)\n```$/gm)].map(([, line = '']) => line)

const dataOf = (kind: string): Readonly<Record<string, unknown>> => {
  const line: unknown = lines
    .map((one): unknown => JSON.parse(one))
    .find((one) => isRecord(one) && one['kind'] === kind)
  return isRecord(line) && isRecord(line['data']) ? line['data'] : {}
}

test('the page describes every kind of line, in the order of the import', () => {
  expect(page.match(/^### .*$/gm)).toEqual([...kinds.keys()].map((kind) => `### ${kind}`))
})

test('the help of the import lists the kinds and names the page', async () => {
  const { stdout } = await operator(['import', '--help'], {})
  expect(stdout).toContain('docs/import.md')
  expect(stdout).toContain([...kinds.keys()].join(', '))
})

test('the lines of the page are imported in their order, and say their defaults', async () => {
  const companyId = String(dataOf('company')['id'])
  const variables = variablesOf(system())
  const imported = async (given: readonly string[]) =>
    operator(['import', await fileForThisTest(given.join('\n'))], variables)
  expect(lines.map((line) => Object(JSON.parse(line)).kind)).toEqual([...kinds.keys()])

  await recordWhatTheApiMade(companyId)
  const first = await imported(lines)
  expect(first).toMatchObject({ stderr: '', exitCode: 0 })
  expect(first.stdout).toContain(`{"imported":${lines.length},"unchanged":0}`)

  const whole = await imported(lines.map(withDefaults))
  expect(whole).toMatchObject({ stderr: '', exitCode: 0 })
  expect(whole.stdout).toBe(`{"imported":0,"unchanged":${lines.length}}\n`)
})

test('the lines of what comes from another system are imported, once', async () => {
  const block = /^## Coming from another system$[\s\S]*?^```ndjson\n([\s\S]*?)\n```$/m.exec(page)
  const documents = block?.[1]?.split('\n') ?? []
  const company = lines.find((line) => JSON.parse(line).kind === 'company') ?? ''
  const file = await fileForThisTest([company, ...documents].join('\n'))
  const run = () => operator(['import', file], variablesOf(system()))

  expect(documents.length).toBeGreaterThan(0)
  expect(await run()).toMatchObject({ stderr: '', exitCode: 0 })
  const { stdout } = await run()
  expect(stdout).toBe(`{"imported":0,"unchanged":${documents.length + 1}}\n`)
})

/** The line with each default that the page names for a field that the line lacks. */
function withDefaults(line: string): string {
  const { kind, data } = Object(JSON.parse(line))
  const section = page.slice(page.indexOf(`### ${kind}\n`)).split('```')[0] ?? ''
  for (const [, path = '', byDefault = ''] of section.matchAll(
    /^\| `([\w.]+)` \|[^|]*\| `([^`]*)` \|/gm,
  )) {
    const [first = '', second] = path.split('.')
    if (second === undefined) data[first] ??= JSON.parse(byDefault)
    else if (data[first] !== undefined) data[first][second] ??= JSON.parse(byDefault)
  }
  return JSON.stringify({ kind, data })
}

/** The form and the documents, which no line can make. */
async function recordWhatTheApiMade(companyId: string) {
  const formId = String(dataOf('formDecision')['formId'])
  const invoiceId = String(dataOf('invoiceCancelled')['invoiceId'])
  const form = {
    type: 'FormSubmitted' as const,
    data: {
      companyId,
      formId,
      forms: 'personForms-1',
      personRef: 'ref-1',
      submittedAt: '2026-11-20T09:45:00.123Z',
      ...contentOf({ idNo: '10000000146', nameSurname: 'Ayşe Işık' }),
    },
  }
  const happens = invoiceHappenings(invoiceId)
  await recordEvents(system(), {
    family: customerFormEvents,
    events: [form],
    stream: `customerForm-${formId}`,
    companyId,
  })
  const expenseId = String(dataOf('eDocumentCancelled')['expenseId'])
  await recordEvents(system(), {
    family: expenseVoucherEvents,
    events: past.sent,
    stream: `expenseVoucher-${expenseId}`,
    companyId,
  })
  await recordEvents(system(), {
    family: invoiceEvents,
    events: [happens('InvoiceRequested'), happens('SubmissionStarted'), happens('InvoiceIssued')],
    stream: `invoice-${invoiceId}`,
    companyId,
  })
}
