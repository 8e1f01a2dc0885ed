import { type ApiOperation, type ApiParameter, isReference } from '../openapi/document.ts'

const EXAMPLE_ID = '65a1b2c3d4e5f6a7b8c9d0e1'

/** A call that can be pasted into a shell where the three variables of the introduction are set. */
export function curlOf(method: string, path: string, operation: ApiOperation): string {
  const url = `"$BASE_URL${path.replaceAll(/\{\w+\}/g, EXAMPLE_ID)}"`
  const lines = ['-u "$API_USER_ID:$SECRET_KEY"', ...optionsOf(method, operation), url]
  return `curl -sS ${lines.join(' \\\n  ')}`
}

function optionsOf(method: string, operation: ApiOperation): readonly string[] {
  if (method === 'delete') return ['-X DELETE']
  if (method === 'get') return queryOptions(operation)
  const creates = operation.parameters.some(
    (parameter) => isReference(parameter) && parameter.$ref.endsWith('/IdempotencyKey'),
  )
  const examples = Object.values(operation.requestBody?.content['application/json']?.examples ?? {})
  const body = JSON.stringify(examples.at(-1)?.value ?? { data: {} })
  return [
    "-H 'content-type: application/json'",
    ...(creates ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    `-d '${body}'`,
  ]
}

function queryOptions({ parameters }: ApiOperation): readonly string[] {
  const given = parameters.flatMap((parameter) =>
    isReference(parameter) || parameter.in !== 'query' ? [] : exampleOf(parameter),
  )
  return given.length === 0 ? [] : ['-G', ...given.map((text) => `--data-urlencode '${text}'`)]
}

/** What must be sent; else only what shows something: how many, in which order, and one filter. */
function exampleOf({ name, required, schema }: ApiParameter): readonly string[] {
  if (required) return [`${name}=${schema.enum?.[0] ?? ''}`]
  if (name === 'pageSize') return ['pageSize=10']
  if (name === 'sort') return [`sort=${/\w+/.exec(schema.pattern ?? '')?.[0]}:desc`]
  if (name === 'filter[startDate]') return ['filter[startDate]=2026-11-01']
  return []
}
