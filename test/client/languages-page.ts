import {
  commandOf,
  generatorVersions,
  type Language,
  languages,
  nodeVersion,
  pythonVersion,
} from './languages.ts'

interface Row {
  readonly language: string
  readonly tool: string
  readonly version: string
  readonly compiles: string
  readonly runs: string
}

const VOUCHER = 'a voucher to the official document, a page, a 422, changes, the PDF'

const others: readonly Row[] = [
  {
    language: 'TypeScript',
    tool: 'openapi-typescript (as in `client/`)',
    version: nodeVersion('openapi-typescript'),
    compiles: 'tsc --strict',
    runs: 'all that `client/` is tested with',
  },
  {
    language: 'TypeScript',
    tool: '@hey-api/openapi-ts',
    version: nodeVersion('@hey-api/openapi-ts'),
    compiles: 'tsc --strict',
    runs: '–',
  },
  {
    language: 'TypeScript',
    tool: 'orval',
    version: nodeVersion('orval'),
    compiles: 'tsc --strict',
    runs: '–',
  },
  {
    language: 'Python',
    tool: 'openapi-python-client',
    version: pythonVersion('openapi-python-client'),
    compiles: '–',
    runs: 'a draft, a page',
  },
]

const rowOf = ({ name, generator, compiledWith = '–', sells }: Language): Row => ({
  language: name,
  tool: `openapi-generator \`-g ${generator}\``,
  version: generatorVersions.toReversed().join(', '),
  compiles: compiledWith,
  runs: sells === true ? VOUCHER : '–',
})

const tableOf = (rows: readonly Row[]) =>
  [
    '| language | tool | version | compiled with | done with it |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ language, tool, version, compiles, runs }) =>
        `| ${language} | ${tool} | ${version} | ${compiles} | ${runs} |`,
    ),
  ].join('\n')

const byHand = `### TypeScript without openapi-generator

\`\`\`sh
npx openapi-typescript openapi.json --output api.d.ts
npx @hey-api/openapi-ts --input openapi.json --output sarraf
npx orval --input openapi.json --output sarraf.ts --client fetch
\`\`\`

The first gives the types of \`sarraf-client\`, which repeats what may be repeated and takes an electronic voucher through its steps.

### Python without openapi-generator

\`\`\`sh
pip install openapi-python-client==${pythonVersion('openapi-python-client')}
openapi-python-client generate --path openapi.json --output-path sarraf
\`\`\``

const sectionOf = (language: Language) => `### ${language.name}

\`\`\`sh
${commandOf(language)}
\`\`\`
${language.note === undefined ? '' : `\n${language.note}\n`}`

const features = `| | [TypeScript and JavaScript](../client/README.md) | [Python](../client/python/README.md) |
| --- | --- | --- |
| package | \`sarraf-client\`, by \`import\` and by \`require\` | \`sarraf\`, sync and async |
| runs on | Node 18 and later, browsers | Python 3.9 and later |
| types | of the document, strict | of the document, \`mypy --strict\` |
| errors by class | credentials, rights, validation, conflict, connection, time, unknown outcome | the same |
| what may be repeated is repeated | yes; a creation keeps its \`Idempotency-Key\` | the same |
| limits of time | each request, each call with its tries, your own signal | each request, each call with its tries |
| lists | \`pages\`, by record or by page | the same |
| changes, with deletions | \`changes\`, the same | the same |
| an electronic voucher | in one chain, \`electronicVoucher\` | step by step |
| webhooks | \`verifyWebhook\` of \`sarraf-client/webhooks\` | \`verify_webhook\` |`

/** docs/clients.md. */
export const page = () => `# Clients

## Ready clients

${features}

Install one from Sarraf's folder:

\`\`\`sh
npm pack ./client && npm install ./sarraf-client-1.0.0.tgz
npm run build:python && pip install client/python/dist/sarraf-1.0.0-py3-none-any.whl
\`\`\`

## Clients in other languages

\`/v1/openapi.json\` is made for generators: every body, answer and error has a name ([clients](adr/clients.md)). This table is written by its
test: what it says was generated, compiled and run against a whole system with these versions. A language without a compiler in the table is
generated and no more.

${tableOf([...others, ...languages.map(rowOf)])}

The programs that take the voucher are in [test/client/tools/voucher](../test/client/tools/voucher): one for each language, each of about sixty lines.

Before the commands: \`curl -o openapi.json http://127.0.0.1:8080/v1/openapi.json\`; openapi-generator is
\`org.openapitools:openapi-generator-cli\` at Maven Central.

${languages.map(sectionOf).join('\n')}
${byHand}

## What to know with any of them

- Send an \`Idempotency-Key\` with what creates; with the same key a repeated request creates nothing a second time.
- After a write, give its \`x-event-position\` to the next read as \`x-min-event-position\`: the read waits until the write is visible.
- \`updatedAt\` has microseconds. A type with milliseconds, such as JavaScript's \`Date\`, loses them, and with them the place: keep the text.
- Every refusal is an \`Error\`: decide by \`error.code\`, show \`error.message\`, and look for the field in \`error.details\`.
`
