import { readFileSync, writeFileSync } from 'node:fs'

interface Document {
  readonly paths: Readonly<Record<string, { readonly post?: { readonly parameters: object[] } }>>
}

const KEY = { $ref: '#/components/parameters/IdempotencyKey' }

const { paths }: Document = JSON.parse(readFileSync('openapi.json', 'utf8'))

const creations = Object.entries(paths)
  .filter(([, { post }]) => JSON.stringify(post?.parameters ?? []).includes(JSON.stringify(KEY)))
  .map(([path]) => `  '${path}',\n`)

writeFileSync(
  'creations.ts',
  `// Written by \`npm run generate\`.

/** The POSTs that take an \`Idempotency-Key\`: with the same key they create nothing a second time. */
export const creations: readonly string[] = [
${creations.join('')}]
`,
)
