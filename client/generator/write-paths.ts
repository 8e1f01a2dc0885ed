import { readFileSync, writeFileSync } from 'node:fs'

interface Operation {
  readonly parameters: readonly { readonly $ref?: string; readonly name?: string }[]
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly get?: Operation; readonly post?: Operation }>>
}

const { paths }: Document = JSON.parse(readFileSync('openapi.json', 'utf8'))

const creations = pathsWith(
  ({ post }) => post,
  ({ $ref }) => $ref === '#/components/parameters/IdempotencyKey',
)
const lists = pathsWith(
  ({ get }) => get,
  ({ name }) => name === 'filter[includeDeleted]',
)

function pathsWith(
  operationOf: (path: Document['paths'][string]) => Operation | undefined,
  isWanted: (parameter: Operation['parameters'][number]) => boolean,
) {
  return Object.entries(paths)
    .filter(([, path]) => operationOf(path)?.parameters.some(isWanted) === true)
    .map(([path]) => `  '${path}',\n`)
    .join('')
}

writeFileSync(
  'paths.ts',
  `// Written by \`npm run generate\`.

/** The POSTs that take an \`Idempotency-Key\`: with the same key they create nothing a second time. */
export const creations: readonly string[] = [
${creations}]

/** The lists that take \`filter[includeDeleted]\`; nothing leaves the others. */
export const listsWithDeletions: readonly string[] = [
${lists}]
`,
)
