import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import { newFolder, removeFolder } from '#test/support/folders.ts'
import { type Installed, run } from './install.ts'

/** The faults of each document by the tax authority's own rules. */
export async function faultsOf(
  documents: ReadonlyMap<string, string>,
  rules: Installed,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const structure = await bySchema(documents, rules)
  const content = await bySchematron(documents, rules)
  return new Map(
    [...documents.keys()].map((name) => [
      name,
      [...(structure.get(name) ?? []), ...(content.get(name) ?? [])],
    ]),
  )
}

async function bySchema(documents: ReadonlyMap<string, string>, { schemas }: Installed) {
  xmlRegisterFsInputProviders()
  const validators = {
    Invoice: await validatorOf(join(schemas, 'UBL-Invoice-2.1.xsd')),
    CreditNote: await validatorOf(join(schemas, 'UBL-CreditNote-2.1.xsd')),
  }
  return new Map(
    [...documents].map(([name, xml]) => [name, schemaFaults(xml, validators[rootOf(xml)])]),
  )
}

async function validatorOf(path: string): Promise<XsdValidator> {
  const schema = XmlDocument.fromBuffer(await readFile(path), { url: path })
  try {
    return XsdValidator.fromDoc(schema)
  } finally {
    schema.dispose()
  }
}

function schemaFaults(xml: string, validator: XsdValidator): readonly string[] {
  const document = XmlDocument.fromString(xml)
  try {
    validator.validate(document)
    return []
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error
    return error.details.map(({ message }) => `schema: ${message.trim()}`)
  } finally {
    document.dispose()
  }
}

/** The rules for the archive are others than those for electronic invoices. */
async function bySchematron(documents: ReadonlyMap<string, string>, installed: Installed) {
  const work = await newFolder('schematron')
  try {
    const kinds = Map.groupBy(documents, ([, xml]) => kindOf(xml))
    const found = new Map<string, readonly string[]>()
    for (const [kind, group] of kinds) {
      const reports = await reportsOn(group, { kind, work, installed })
      for (const [name, faults] of reports) found.set(name, faults)
    }
    return found
  } finally {
    await removeFolder(work)
  }
}

interface Batch {
  readonly kind: string
  readonly work: string
  readonly installed: Installed
}

/** One start of the processor for all documents of a kind. */
async function reportsOn(
  group: readonly (readonly [string, string])[],
  { kind, work, installed: { processor, schematron } }: Batch,
) {
  const [from, to] = [join(work, `${kind}-in`), join(work, `${kind}-out`)]
  await mkdir(from)
  await mkdir(to)
  const fileOf = (index: number) => `${String(index).padStart(4, '0')}.xml`
  await Promise.all(group.map(([, xml], index) => writeFile(join(from, fileOf(index)), xml)))
  const transform = ['-cp', processor, 'net.sf.saxon.Transform']
  await run('java', [...transform, `-s:${from}`, `-o:${to}`, `-xsl:${schematron}`, `type=${kind}`])
  return Promise.all(
    group.map(async ([name], index) => {
      const report = await readFile(join(to, fileOf(index)), 'utf8')
      return [name, assertionsIn(report)] as const
    }),
  )
}

const SVRL = { svrl: 'http://purl.oclc.org/dsdl/svrl' }

function assertionsIn(report: string): readonly string[] {
  const document = XmlDocument.fromString(report)
  try {
    if (document.get('/svrl:schematron-output', SVRL) === null) throw new Error('no report')
    return document
      .find('//svrl:failed-assert | //svrl:successful-report | //svrl:error', SVRL)
      .map(({ content }) => `rule: ${content.replaceAll(/\s+/g, ' ').trim()}`)
  } finally {
    document.dispose()
  }
}

const rootOf = (xml: string) => (xml.includes('<CreditNote') ? 'CreditNote' : 'Invoice')

const kindOf = (xml: string) =>
  xml.includes('<cbc:ProfileID>EARSIVFATURA<') ? 'earchive' : 'efatura'
