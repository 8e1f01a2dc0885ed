import { readFileSync } from 'node:fs'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { ApiDocument, ApiOperation } from '#kernel/contract/openapi/document.ts'
import { isReference } from '#kernel/contract/openapi/document.ts'

const values = () => Type.Record(Type.String(), Type.Unknown())

const Examples = Type.Object({
  key: Type.Object({ apiUserId: Type.String(), secretKey: Type.String() }),
  /** By operation: parameters by name, and fields of the body by the example's name. */
  requests: Type.Record(
    Type.String(),
    Type.Object({
      parameters: Type.Optional(values()),
      bodies: Type.Optional(Type.Record(Type.String(), values())),
    }),
  ),
})

const examples = Compile(Examples)

type Examples = Static<typeof Examples>
type Request = Examples['requests'][string]

/**
 * The document with the key and the requests of a file, for as long as the file is there: so that each example
 * can be sent as it is. The system that the file belongs to may write it after this process has started.
 */
export function filledIn(document: ApiDocument, file: string): () => string {
  const plain = JSON.stringify(document)
  let last: { readonly text: string; readonly json: string } | undefined
  return () => {
    const text = textOf(file)
    if (text === undefined) return plain
    if (last?.text !== text) {
      last = {
        text,
        json: JSON.stringify(withExamples(document, examples.Parse(JSON.parse(text)))),
      }
    }
    return last.json
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

const withExamples = (document: ApiDocument, { key, requests }: Examples): ApiDocument => ({
  ...document,
  paths: mapped(document.paths, (operations) =>
    mapped(operations, (one) => withRequest(one, requests[one.operationId] ?? {})),
  ),
  components: {
    ...document.components,
    securitySchemes: mapped(document.components.securitySchemes, (scheme) => ({
      ...scheme,
      'x-scalar-secret-username': key.apiUserId,
      'x-scalar-secret-password': key.secretKey,
    })),
  },
})

function withRequest(operation: ApiOperation, { parameters = {}, bodies = {} }: Request) {
  const { requestBody } = operation
  return {
    ...operation,
    parameters: operation.parameters.map((one) =>
      isReference(one) || !(one.name in parameters)
        ? one
        : { ...one, example: parameters[one.name] },
    ),
    ...(requestBody !== undefined && {
      requestBody: {
        ...requestBody,
        content: mapped(requestBody.content, (content) => ({
          ...content,
          examples: mapped(content.examples, (example, name) => ({
            ...example,
            value: withFields(example.value, bodies[name] ?? {}),
          })),
        })),
      },
    }),
  }
}

const Body = Compile(Type.Object({ data: values() }))

const withFields = (value: unknown, fields: Readonly<Record<string, unknown>>) => {
  const { data } = Body.Parse(value)
  return { data: { ...data, ...fields } }
}

const mapped = <Value, Changed>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Changed,
): Readonly<Record<string, Changed>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]))
