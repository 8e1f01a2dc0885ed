import { endpoints } from '../shared-kernel/contract/endpoints.ts'
import { answerOf, errorCodes } from '../shared-kernel/contract/error-codes.ts'
import { turkish } from '../shared-kernel/domain/messages/turkish.ts'

const tableOf = (headings: readonly string[], rows: readonly (readonly string[])[]) =>
  [headings, headings.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

/** `docs/errors.md`: every code with the operations that name it, and every sentence in both languages. */
export function errorsPage(): string {
  const codes = errorCodes.map((code) => {
    const operations = endpoints.filter(({ errors }) =>
      errors.some((one) => answerOf(one).code === code),
    )
    const named = operations.map(({ operationId }) => `\`${operationId}\``)
    return [`\`${code}\``, `${answerOf(code).status}`, named.join(', ') || 'any']
  })
  return `# Errors

Written by \`npm run generate\` from the contract. A program decides by \`code\`, \`field\` and \`rule\`, and shows \`message\` to a person, in the
language of \`Accept-Language\`. A business rule is \`VALIDATION_FAILED\` with status 422, an outage \`INTERNAL_ERROR\` with 503.

## Codes

${tableOf(['code', 'status', 'operations'], codes)}

## Sentences

${tableOf(['English', 'Turkish'], Object.entries(turkish))}
`
}
