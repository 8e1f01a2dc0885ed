import { expect, test } from 'vitest'
import { gatewayForThisTest, serveForThisTest } from '#test/support/upstream.ts'

const MANY = 50

/** A page asked by many at once, and how often the one behind it was asked. */
async function askedByMany(address: string) {
  const answers = await Promise.all(Array.from({ length: MANY }, () => fetch(address)))
  await Promise.all(answers.map((answer) => answer.text()))
  return answers.map(({ status }) => status)
}

/** A service that is asked and takes its time, so that the callers overlap. */
async function slowService(says: string) {
  let asked = 0
  const address = await serveForThisTest((_request, response) => {
    asked += 1
    setTimeout(() => response.end(says), 400)
  })
  return { address, asked: () => asked }
}

test('strangers who ask whether the system is ready ask its services once together', async () => {
  const { address, asked } = await slowService('{"status":"ready"}')
  const services = { command: address, query: address, projections: address }
  const gateway = await gatewayForThisTest(services)

  const statuses = await askedByMany(`${gateway}/health/ready`)

  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(asked()).toBeLessThan(MANY)
})

test('metrics asked by many are read once for those who wait', async () => {
  const { address, asked } = await slowService('# TYPE n counter\nn 1\n')
  const gateway = await gatewayForThisTest({ query: address })

  const statuses = await askedByMany(`${gateway}/metrics`)

  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(asked()).toBeLessThan(MANY)
})
