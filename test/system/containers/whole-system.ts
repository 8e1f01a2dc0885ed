import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, vi } from 'vitest'
import { servicesOfOurs } from '#test/support/compose-file.ts'
import type { Container } from '#test/support/containers/compose.ts'
import type { Caller } from './caller.ts'

export const SERVERS = ['postgres', 'eventstore', 'kafka', 'proxy']
export const ONCE = ['prepare', 'prepare-certificates', 'prepare-eventstore', 'prepare-proxy']
export const HEALTHY_WITHIN_MS = 240_000

const Listed = Compile(Type.Object({ data: Type.Array(Type.Unknown()) }))

export async function untilHealthy(
  containersOf: (...parts: readonly string[]) => Promise<readonly Container[]>,
) {
  await vi.waitFor(
    async () => {
      const all = await containersOf(...servicesOfOurs, ...SERVERS, 'sandbox', ...ONCE)
      expect(all).toHaveLength(servicesOfOurs.length + SERVERS.length + 1 + ONCE.length)
      expect(all.filter((one) => !isWell(one)).map(({ Name, State }) => [Name, State])).toEqual([])
    },
    { timeout: HEALTHY_WITHIN_MS, interval: 1_000 },
  )
}

/** A part that ends by itself has done its work; one without a check of its health runs. */
const isWell = ({ State: { Status, ExitCode, Health } }: Container) =>
  Status === 'exited'
    ? ExitCode === 0
    : Status === 'running' && (Health?.Status ?? 'healthy') === 'healthy'

export const untilReady = (call: Caller) =>
  vi.waitFor(
    async () => {
      const { status, body } = await call({ path: '/health/ready' })
      expect([status, body]).toEqual([200, { status: 'ready' }])
    },
    { timeout: HEALTHY_WITHIN_MS, interval: 250 },
  )

/** What the lists hold, newest first. */
export async function everything(call: Caller, audit = call) {
  const paths = ['/v1/expenses', '/v1/invoices', '/v1/customers', '/v1/kmts-verifications']
  const answers = await Promise.all([
    ...paths.map((path) => call({ path })),
    audit({ path: '/audit/sign-in' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([...paths.map(() => 200), 200])
  return answers.map(({ body }) => (Listed.Check(body) ? body.data : null))
}
