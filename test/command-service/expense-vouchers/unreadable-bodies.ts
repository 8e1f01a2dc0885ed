export const json = { 'content-type': 'application/json' }

interface Unreadable {
  readonly what: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly fault: readonly [field: string, rule: string]
}

/** Bodies that are no request, and the fault that is reported. */
export const unreadable: readonly Unreadable[] = [
  { what: 'no body', fault: ['data', 'required'] },
  { what: 'an empty body', headers: json, body: '', fault: ['data', 'required'] },
  { what: 'blanks', headers: json, body: '  \n', fault: ['data', 'json'] },
  { what: 'half a body', headers: json, body: '{"data":{"source":', fault: ['data', 'json'] },
  { what: 'a bare word', headers: json, body: 'nonsense', fault: ['data', 'json'] },
  { what: 'no object', headers: json, body: '[]', fault: ['data', 'required'] },
  { what: 'null', headers: json, body: 'null', fault: ['data', 'required'] },
  { what: 'no envelope', headers: json, body: '{}', fault: ['data', 'required'] },
  { what: 'data that is a list', headers: json, body: '{"data":[]}', fault: ['data', 'type'] },
  { what: 'data that is null', headers: json, body: '{"data":null}', fault: ['data', 'type'] },
  { what: 'data that is a text', headers: json, body: '{"data":"{}"}', fault: ['data', 'type'] },
  {
    what: 'a form',
    headers: { 'content-type': 'x-www-form' },
    body: 'a=b',
    fault: ['data', 'json'],
  },
  {
    what: 'plain text',
    headers: { 'content-type': 'text/plain' },
    body: '{}',
    fault: ['data', 'json'],
  },
  { what: 'no content type', body: '{"data":{}}', fault: ['data', 'json'] },
  {
    what: 'brackets without end',
    headers: json,
    body: '['.repeat(200_000),
    fault: ['data', 'json'],
  },
  {
    what: 'a list within lists within lists',
    headers: json,
    body: `{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    fault: ['data', 'type'],
  },
  {
    what: 'more than a mebibyte',
    headers: json,
    body: JSON.stringify({ data: { description: 'x'.repeat(1_048_576) } }),
    fault: ['data', 'maxLength'],
  },
  {
    what: 'very much more than a mebibyte, without saying how much',
    headers: { ...json, 'transfer-encoding': 'chunked' },
    body: JSON.stringify({ data: { description: 'x'.repeat(12_000_000) } }),
    fault: ['data', 'maxLength'],
  },
  {
    what: 'very much more than a mebibyte',
    headers: json,
    body: JSON.stringify({ data: { description: 'x'.repeat(12_000_000) } }),
    fault: ['data', 'maxLength'],
  },
]
