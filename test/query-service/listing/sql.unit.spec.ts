import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { expect, test } from 'vitest'
import { endpoints } from '#kernel/contract/endpoints.ts'
import { checkParameters } from '#kernel/contract/validation.ts'
import type { ReadDatabase } from '#projections/database.ts'
import { queryRoutes } from '#query/app.ts'
import { companyRows } from '#query/listing/company-rows.ts'
import { contextIn } from '#test/support/request-context.ts'

// What each list runs, for a reader and for a reviewer. After a change: `npx vitest -u` writes them again.

const day = 'filter[startDate]=2026-11-01&filter[endDate]=2026-11-30'
const since = 'filter[updatedSince]=2026-11-20T09:00:00Z'
const deleted = 'filter[includeDeleted]=true'

const asked: Readonly<Record<string, readonly string[]>> = {
  '/v1/bank-accounts': ['', 'filter[currency]=try', since],
  '/v1/bank-transactions': [
    '',
    'filter[status]=1',
    day,
    'filter[idNo]=10000000146',
    'q=ayşe',
    since,
  ],
  '/v1/compliance/customer-events': ['', 'filter[recordLevel]=3', day, since],
  '/v1/compliance/sanction-checks': ['', day, 'filter[fullName]=ayşe', since],
  '/v1/compliance/verifications': ['', 'filter[isApproval]=true', `${since}&${deleted}`],
  '/v1/customers': [
    '',
    'filter[recordLevel]=0&filter[label]=vip',
    'q=ayşe',
    'q=10000000146',
    since,
  ],
  '/v1/expenses': [
    '',
    'filter[state]=sent',
    day,
    'filter[number]=7',
    'q=ayşe',
    since,
    deleted,
    `${since}&sort=updatedAt:asc&${deleted}`,
  ],
  '/v1/expenses/templates': [''],
  '/v1/invoice-variables': [
    '',
    'filter[statusType]=passive',
    'q=has',
    since,
    `${since}&${deleted}`,
    `filter[statusType]=passive&${deleted}`,
  ],
  '/v1/invoices': ['', 'filter[type]=SATIS', day, 'q=ayşe', since],
  '/v1/invoices/templates': ['', 'material=gold'],
  '/v1/kmts-verifications': ['', 'outcome=verified', 'scannedCode=abc', since],
}

test('every list has a golden file', () => {
  const lists = endpoints.flatMap(({ list, path }) => (list === true ? [path] : []))

  expect(Object.keys(asked)).toEqual(lists.toSorted())
})

test.each(Object.entries(asked))('%s runs this SQL', async (path, requests) => {
  const statements = await Promise.all(
    requests.map(
      async (request) => `-- GET ${path}?${request}\n${await statementOf(path, request)}\n`,
    ),
  )
  const name = path.replace('/v1/', '').replaceAll('/', '-')

  await expect(statements.join('\n')).toMatchFileSnapshot(`sql/${name}.sql`)
})

test.each(Object.entries(asked))(
  '%s runs the same SQL on every page but the first',
  async (path, requests) => {
    for (const request of requests) {
      const page = (number: number) => statementOf(path, `${request}&page=${number}&pageSize=7`)
      expect(await page(3)).toBe(await page(2))
    }
  },
)

async function statementOf(path: string, request: string): Promise<string> {
  const statements: string[] = []
  const database = new Kysely<ReadDatabase>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (on) => new PostgresIntrospector(on),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql),
  })
  const route = queryRoutes(companyRows(database)).find(({ endpoint }) => endpoint.path === path)
  if (route === undefined) throw new Error(`there is no ${path}`)
  const parameters = Object.fromEntries(new URLSearchParams(request))
  const checked = checkParameters(route.endpoint.query, parameters)
  if (!('value' in checked)) throw new Error(`${path} does not take ${request}`)
  await route.handle({ params: {}, query: checked.value, body: {}, context: contextIn('c') })
  return readable(statements.find((statement) => statement.includes(' as total')) ?? '')
}

/** A line for each clause, indented by the parentheses around it. */
function readable(statement: string): string {
  const plain = statement.replaceAll(/\s+/g, ' ').replaceAll('"', '')
  let depth = 0
  return plain
    .split(/(?=[()])| (?=from |where |order by |union all|select |limit |then |else )/)
    .reduce((text, part) => {
      const indent = '  '.repeat(depth)
      if (part.startsWith('(')) depth += 1
      if (part.startsWith(')')) depth -= 1
      return /^[()]/.test(part) ? text + part : `${text}\n${indent}${part}`
    })
}
