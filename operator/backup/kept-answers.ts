import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { unwrap } from '#kernel/platform/vault/wrapping.ts'

const Row = Compile(
  Type.Object(
    {
      company_id: Type.String(),
      key: Type.String(),
      sealed_answer: Type.Union([Type.String(), Type.Null()]),
    },
    { additionalProperties: true },
  ),
)
const Answer = Compile(
  Type.Object({ headers: Type.Optional(Type.Record(Type.String(), Type.String())) }),
)

/**
 * Rows of `vault.idempotency` without the answers that tell of events behind `upTo`. Such a row keeps its
 * command: a repeated request continues the same command.
 */
export async function* answersUpTo(
  vault: Pick<Vault, 'keyOf'>,
  upTo: bigint,
  lines: AsyncIterable<string>,
): AsyncGenerator<string, void> {
  for await (const line of lines) {
    const row = Row.Parse(JSON.parse(line))
    const isLater = row.sealed_answer !== null && (await positionIn(vault, row)) > upTo
    yield isLater ? JSON.stringify({ ...row, status: null, sealed_answer: null }) : line
  }
}

async function positionIn(vault: Pick<Vault, 'keyOf'>, row: ReturnType<typeof Row.Parse>) {
  const owner = { companyId: row.company_id, purpose: 'company', person: 'answers' } as const
  const sealed = Buffer.from(row.sealed_answer?.replace('\\x', '') ?? '', 'hex')
  const { key } = await vault.keyOf(owner)
  const answer = Answer.Parse(JSON.parse(unwrap(key, row.key, sealed).toString()))
  return BigInt(answer.headers?.['x-event-position'] ?? 0)
}
