import pg from 'pg'
import { handOverRowMacs, rowMacsWith } from '#kernel/platform/vault/row-macs.ts'
import {
  type CompanyFacts,
  type KeyFacts,
  macOfCompany,
  macOfKey,
} from '#projections/read-models/companies/row-macs.ts'

/** What a query service has in its environment that believes the rows below. */
export const SIGN_IN_KEY = '5a'.repeat(32)

const secret = Buffer.alloc(32, 'r')
const rowMac = rowMacsWith(secret)
const EARLY = '0'

/** As the projections sign them. */
export const signedKey = <Row extends Omit<KeyFacts, 'revision'>>(row: Row, revision = EARLY) => ({
  ...row,
  revision,
  mac: macOfKey(rowMac, { ...row, revision }),
})

export const signedCompany = <Row extends Omit<CompanyFacts, 'revision'>>(
  row: Row,
  revision = EARLY,
) => ({ ...row, revision, mac: macOfCompany(rowMac, { ...row, revision }) })

/** As a command service does at its start. */
export async function handOverKeyOfRows(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await handOverRowMacs(client, Buffer.from(SIGN_IN_KEY, 'hex'), secret)
  } finally {
    await client.end()
  }
}
