import { type ApiDocument, type ApiOperation, isReference } from '../openapi/document.ts'
import { curlOf } from './curl.ts'
import { type Field, fieldList, fieldsOf, resolve } from './fields.ts'
import { type Html, html, prose } from './html.ts'

export interface Located {
  readonly method: string
  readonly path: string
  readonly operation: ApiOperation
}

/** One endpoint: what it takes, what it answers, what can go wrong, and a call to try. */
export const operationSection = (located: Located, document: ApiDocument): Html => {
  const { method, path, operation } = located
  return html`<section class="operation" id="${operation.operationId}">
<h3><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></h3>
<p>${operation.summary}. ${prose(operation.description)}</p>
${parameterList(operation, document, ['path', 'query'])}
${bodyList(operation, document)}
${parameterList(operation, document, ['header'])}
<h4>Try it</h4>
<pre><code>${curlOf(method, path, operation)}</code></pre>
${answerPart(operation, document)}
<h4>Errors</h4>
<dl class="errors">${refusalsOf(operation)}</dl>
</section>`
}

const titles = { path: 'Path', query: 'Query', header: 'Headers' } as const

function parameterList(
  { parameters }: ApiOperation,
  { components }: ApiDocument,
  places: readonly (keyof typeof titles)[],
): Html {
  const fields = parameters
    .map((parameter) =>
      isReference(parameter)
        ? components.parameters[parameter.$ref.split('/').at(-1) ?? '']
        : parameter,
    )
    .filter((parameter) => parameter !== undefined)
  const group = (place: keyof typeof titles) => {
    const placed = fields.filter((field) => field.in === place)
    return placed.length === 0 ? html`` : html`<h4>${titles[place]}</h4>${fieldList(placed, true)}`
  }
  return html`${places.map(group)}`
}

function bodyList({ requestBody }: ApiOperation, document: ApiDocument): Html {
  const content = requestBody?.content['application/json']
  if (content === undefined) return html``
  const fields = fieldsIn(content.schema, document)
  return html`<h4>Body</h4>${fieldList(fields.slice(1), true)}`
}

function answerPart({ responses }: ApiOperation, document: ApiDocument): Html {
  const [status = '', response] = Object.entries(responses)[0] ?? []
  const content = response?.content['application/json']
  if (content === undefined) return filePart(status, Object.keys(response?.content ?? {}))
  const data = fieldsIn(content.schema, document).filter(({ name }) => /^data(\[\])?\./.test(name))
  const examples = Object.values(content.examples).map(
    ({ value }) => html`<pre><code>${JSON.stringify(value, null, 2)}</code></pre>`,
  )
  return html`<h4>Answer <span class="status">${status}</span></h4>
<details><summary>Fields</summary>${fieldList(data, false)}</details>
<details><summary>Example</summary>${examples}</details>`
}

const filePart = (status: string, types: readonly string[]): Html =>
  html`<h4>Answer <span class="status">${status}</span></h4>
<p>A file without an envelope: ${prose(types.map((type) => `\`${type}\``).join(' or '))}.</p>`

const fieldsIn = (schema: Parameters<typeof resolve>[0], document: ApiDocument): readonly Field[] =>
  fieldsOf(resolve(schema, document), document)

const refusalsOf = ({ responses }: ApiOperation): readonly Html[] =>
  Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { content }]) =>
      Object.entries(content['application/json']?.examples ?? {}).map(
        ([code, { summary }]) =>
          html`<div><dt><span class="status">${status}</span> <code>${code}</code></dt><dd>${prose(summary)}</dd></div>`,
      ),
    )
