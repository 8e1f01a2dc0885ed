import Ajv from 'ajv-draft-04'
import formats from 'ajv-formats'
import { endpoints } from '#kernel/contract/endpoints.ts'
import type { ApiContent } from '#kernel/contract/openapi/document.ts'
import { openApiDocument } from '#kernel/contract/openapi.ts'

/** The document as a client gets it. */
export const published = openApiDocument(endpoints)

const validator = new Ajv.default({ strict: false, allErrors: true, multipleOfPrecision: 8 })
formats.default(validator)

type Content = Readonly<Record<string, ApiContent>> | undefined

/** What the document has against a value; empty when it fits. */
function faultsOf(content: Content, value: unknown): readonly string[] {
  const schema = content?.['application/json']?.schema
  if (schema === undefined) return ['the document knows nothing of the kind']
  const validate = validator.compile({ ...schema, components: published.components })
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

interface Place {
  readonly method: string
  readonly path: string
}

const operationAt = ({ method, path }: Place) => published.paths[path]?.[method.toLowerCase()]

/** What the document has against an answer with that status. */
export const faultsOfAnswer = (place: Place, status: number, body: unknown) =>
  faultsOf(operationAt(place)?.responses[status]?.content, body)

/** What the document has against the body of a request. */
export const faultsOfBody = (place: Place, body: unknown) =>
  faultsOf(operationAt(place)?.requestBody?.content, body)
