import { expect, test } from 'vitest'
import { httpIntegrator } from '#command/providers/integrator/http.ts'
import type { FileFormat } from '#command/providers/integrator/port.ts'
import { creditNoteXml } from '#command/ubl/credit-note.ts'
import { creditNote } from '#test/command-service/ubl/samples.ts'
import { answering, type Behaviour, hanging, providerForThisTest, resetting } from '../provider.ts'
import { callOf, uuid } from './calls.ts'

const pdf = Buffer.concat([
  Buffer.from('%PDF-1.7\n%'),
  Buffer.alloc(3_000, 0xe2),
  Buffer.from('\nstartxref\n0\n%%EOF\n'),
])
const xml = creditNoteXml(creditNote({ uuid }))
const MEBIBYTE = 1_048_576
const script = '<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>'
const link = 'xmlns:l="http://www.w3.org/1999/xlink" l:href="javascript:alert(1)"'

test('a file comes as it is, byte by byte', async () => {
  expect(await fileAt(giving(pdf), 'pdf')).toEqual({
    kind: 'file',
    content: pdf,
    contentType: 'application/pdf',
  })
  expect(await fileAt(giving(xml), 'xml')).toEqual({
    kind: 'file',
    content: Buffer.from(xml),
    contentType: 'application/xml',
  })
})

test('the request names document and format', async () => {
  const { url, received } = await providerForThisTest(giving(pdf))
  await httpIntegrator({ url, timeoutMs: 5_000 }).voucherFile(callOf(), uuid, 'pdf')
  expect(received).toMatchObject([
    {
      method: 'GET',
      path: `/e-vouchers/${uuid}/file?format=pdf`,
      headers: { 'x-environment': 'test', 'x-request-id': callOf().requestId },
    },
  ])
})

test.each<[string, FileFormat, Behaviour]>([
  ['text', 'pdf', giving('no document')],
  ['XML', 'pdf', giving(xml)],
  ['nothing', 'pdf', giving('')],
  ['a PDF that breaks off', 'pdf', giving(pdf.subarray(0, -8))],
  ['a PDF', 'xml', giving(pdf)],
  ['text', 'xml', giving('no document')],
  ['nothing', 'xml', giving('')],
  ['XML that breaks off', 'xml', giving(xml.slice(0, -1))],
  ['XML with an entity that is not known', 'xml', giving(xml.replace('Has altın', '&lol;'))],
  ['another kind of document', 'xml', giving(xml.replaceAll('CreditNote', 'Invoice'))],
  ['a CreditNote of no schema', 'xml', giving(xml.replace('xsd:CreditNote-2', 'xsd:Other'))],
  ['the CreditNote of another document', 'xml', giving(xml.replace(uuid, uuid.replace('6', '7')))],
  ['a CreditNote with two uuids', 'xml', giving(twice(`<cbc:UUID>${uuid}</cbc:UUID>`))],
  [
    'a CreditNote with a document type',
    'xml',
    giving(xml.replace('?>', '?><!DOCTYPE CreditNote [<!ENTITY a "b">]>')),
  ],
  [
    'a CreditNote with a style sheet',
    'xml',
    giving(xml.replace('?>', '?><?xml-stylesheet href="a"?>')),
  ],
  [
    'a CreditNote with an instruction',
    'xml',
    giving(xml.replace('</cbc:UUID>', '</cbc:UUID><?a b?>')),
  ],
  ['a CreditNote with XHTML', 'xml', giving(xml.replace('</cbc:UUID>', `</cbc:UUID>${script}`))],
  [
    'a CreditNote with words of no schema',
    'xml',
    giving(xml.replace('</cbc:UUID>', '</cbc:UUID><a xmlns=""/>')),
  ],
  ['a CreditNote with links', 'xml', giving(xml.replace('<cbc:UUID', `<cbc:UUID ${link}`))],
  ['more than ten mebibytes', 'pdf', giving(grown(10 * MEBIBYTE))],
  ['a refusal', 'pdf', answering(404, { code: 'NOT_FOUND', message: '' })],
  ['a fault of its own', 'xml', answering(500, {})],
  ['a redirection', 'xml', answering(302, xml)],
  ['no answer', 'pdf', hanging],
  ['a broken connection', 'pdf', resetting],
])('%s instead of the document as %s is no file', async (_what, format, behave) => {
  const file = await fileAt(behave, format, 500)
  expect(file).toMatchObject({ kind: 'invalid', reason: expect.stringMatching(/./) })
})

test('a file of nearly ten mebibytes is one', async () => {
  expect(await fileAt(giving(grown(10 * MEBIBYTE - pdf.length)), 'pdf')).toMatchObject({
    kind: 'file',
  })
})

async function fileAt(behave: Behaviour, format: FileFormat, timeoutMs = 5_000) {
  const { url } = await providerForThisTest(behave)
  return httpIntegrator({ url, timeoutMs }).voucherFile(callOf(), uuid, format)
}

function giving(content: string | Buffer): Behaviour {
  return (_request, response) => void response.end(content)
}

function twice(element: string): string {
  return xml.replace(element, element + element)
}

function grown(bytes: number): Buffer {
  return Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(bytes), pdf.subarray(8)])
}
