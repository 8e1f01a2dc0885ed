import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contentOf } from '#command/customer-forms/form-content.ts'
import { isRecord } from '#kernel/contract/schema-kinds.ts'
import { customerFormEvents } from '#kernel/events/customer-form.ts'
import type { AnyEvent, EventFamily } from '#kernel/events/event-family.ts'
import { invoiceEvents } from '#kernel/events/invoice.ts'
import { operatorOrigin } from '#kernel/platform/cli/operator-origin.ts'
import { encodeEvent } from '#kernel/platform/recording/event-codec.ts'
import { withKinds } from '#operator/import/documentation/page.ts'
import { kinds } from '#operator/import/kinds.ts'
import { operator, variablesOf } from '#test/operator/command-line.ts'
import { servicesForThisFile } from '#test/operator/services.ts'
import { invoiceHappenings } from '#test/support/invoice-events.ts'
import { fileForThisTest, systemForThisFile } from '#test/support/operator.ts'

const system = systemForThisFile()

servicesForThisFile(system)

const page = readFileSync('docs/import.md', 'utf8')
const lines = [...page.matchAll(/^```json\n(.*)\n```$/gm)].map(([, line = '']) => line)

const dataOf = (kind: string): Readonly<Record<string, unknown>> => {
  const line: unknown = lines
    .map((one): unknown => JSON.parse(one))
    .find((one) => isRecord(one) && one['kind'] === kind)
  return isRecord(line) && isRecord(line['data']) ? line['data'] : {}
}

test('the page describes the kinds as the import checks them (npm run import:kinds)', () => {
  expect(page).toBe(withKinds(page))
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

/** The form and the invoice, which no line can make. */
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
  await record(customerFormEvents, { companyId, stream: `customerForm-${formId}` }, [form])
  await record(invoiceEvents, { companyId, stream: `invoice-${invoiceId}` }, [
    happens('InvoiceRequested'),
    happens('SubmissionStarted'),
    happens('InvoiceIssued'),
  ])
}

async function record<Event extends AnyEvent>(
  family: EventFamily<Event>,
  { companyId, stream }: { readonly companyId: string; readonly stream: string },
  events: readonly Event[],
) {
  const encoded = events.map((event) =>
    encodeEvent(system().vault, {
      family,
      event,
      id: randomUUID(),
      stream,
      recordedAt: '2026-11-20T09:45:00.123Z',
      origin: { ...operatorOrigin(randomUUID()), companyId },
      owner: { companyId, purpose: 'fiscal', person: '10000000146' },
    }),
  )
  await system().eventStore.append(stream, await Promise.all(encoded), 'no_stream')
}
