import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { electronicDealer, newDraft } from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { serveForThisTest } from '#test/support/upstream.ts'

const system = systemForThisFile()

const script = '<script xmlns="http://www.w3.org/1999/xhtml">document.forms[0].submit()</script>'

test('a document’s file is saved by a browser, never shown on our origin', async () => {
  const { file } = await draftAt((xml) => xml)
  for (const format of ['xml', 'pdf']) {
    const answer = await file(format)
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment; filename="[0-9a-f]{24}\.\w+"$/),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
  }
})

test.each<[string, (xml: string) => string]>([
  ['a script', (xml) => xml.replace('</cbc:UUID>', `</cbc:UUID>${script}`)],
  [
    'a style sheet',
    (xml) => xml.replace('?>', '?><?xml-stylesheet type="text/xsl" href="a.xsl"?>'),
  ],
  ['a document type', (xml) => xml.replace('?>', '?><!DOCTYPE CreditNote SYSTEM "a.dtd">')],
  ['another seller', (xml) => xml.replaceAll('10000000146', '39586528950')],
  ['another day', (xml) => xml.replace(/(<cbc:IssueDate>)[^<]*/, '$12020-02-02')],
  ['another total', (xml) => xml.replace(/(<cbc:PayableAmount[^>]*>)[^<]*/, '$11.00')],
  ['another amount of its line', (xml) => xml.replace(lineAmount, '$11.00')],
  ['another quantity', (xml) => xml.replace(/(<cbc:CreditedQuantity[^>]*>)[^<]*/, '$199')],
  ['two lines', (xml) => xml.replace(/<cac:CreditNoteLine>.*<\/cac:CreditNoteLine>/, '$&$&')],
  ['another uuid', (xml) => xml.replace(/(<cbc:UUID>)[^<]/, '$1z')],
])('a file with %s is not handed on', async (_what, tampered) => {
  const { file } = await draftAt(tampered)
  const answer = await file('xml')
  expect([answer.status, answer.error?.code]).toEqual([502, 'E_DOCUMENT_FILE_INVALID'])
})

const lineAmount = /(<cac:CreditNoteLine>.*<cbc:LineExtensionAmount[^>]*>)[^<]*/

/** A prepared voucher at an integrator who tampers with the files that it gives out. */
async function draftAt(tamper: (xml: string) => string) {
  const dealer = await electronicDealer(system)
  const url = await integratorThat(tamper)
  await dealer.import({ kind: 'providerAccount', data: { provider: 'integrator', url } })
  const draft = await newDraft(system, dealer)
  expect((await draft.prepare()).status).toBe(200)
  return draft
}

/** The sandbox, but for the XML files. */
const integratorThat = (tamper: (xml: string) => string) =>
  serveForThisTest((request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const answer = async () => {
      const body = await buffer(request)
      const sent = { 'content-type': headers['content-type'] ?? 'application/json' }
      const given = await fetch(system.sandboxUrl + url, {
        method,
        headers: sent,
        ...(body.length === 0 ? {} : { body }),
      })
      const content = Buffer.from(await given.arrayBuffer())
      const isXml = url.endsWith('/file?format=xml')
      response.writeHead(given.status, { 'content-type': given.headers.get('content-type') ?? '' })
      response.end(isXml ? tamper(content.toString()) : content)
    }
    answer().catch(() => response.destroy())
  })
