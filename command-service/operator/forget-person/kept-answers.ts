import type pg from 'pg'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { CreatedForm } from '#kernel/contract/customer-forms.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { unwrap } from '#kernel/platform/vault/wrapping.ts'

const PAGE = 200

const FormAnswer = Compile(Type.Object({ data: CreatedForm }))

interface Row {
  readonly key: string
  readonly sealed_answer: Buffer
}

/**
 * Deletes the answers under an `Idempotency-Key` that show a form of the person. A caller who repeats such
 * a request files a new form. Answers about documents stay, or a document would be written twice.
 */
export async function dropAnswers(
  pool: Pick<pg.Pool, 'query'>,
  vault: Pick<Vault, 'keyOf'>,
  { companyId, idNo }: { readonly companyId: string; readonly idNo: string },
): Promise<number> {
  let dropped = 0
  for (let after = ''; ; ) {
    const { rows } = await pool.query<Row>(
      `select key, sealed_answer from vault.idempotency
       where company_id = $1 and key > $2 and sealed_answer is not null order by key limit ${PAGE}`,
      [companyId, after],
    )
    const last = rows.at(-1)
    if (last === undefined) return dropped
    const { key } = await vault.keyOf({ companyId, purpose: 'company', person: 'answers' })
    const naming = rows.filter((row) => {
      const answer: unknown = JSON.parse(unwrap(key, row.key, row.sealed_answer).toString())
      return FormAnswer.Check(answer) && answer.data.idNo === idNo
    })
    await pool.query('delete from vault.idempotency where company_id = $1 and key = any($2)', [
      companyId,
      naming.map((row) => row.key),
    ])
    dropped += naming.length
    after = last.key
  }
}
