import { Registry } from 'prom-client'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { sandboxServer } from '#stack/sandbox/server.ts'
import { openState, type State } from '#stack/sandbox/state/state.ts'
import { newFolder, removeFolder } from '#test/support/folders.ts'

/** The integrator with its books; its server can be replaced. */
export interface Provider {
  readonly state: State
  readonly url: () => string
  /** Completes the requests in flight, and starts another server without faults. */
  readonly restart: () => Promise<void>
  readonly close: () => Promise<void>
}

export async function openProvider(): Promise<Provider> {
  const folder = await newFolder('provider')
  const state = openState(folder)
  let server = await startServer(state)
  return {
    state,
    url: () => server.url,
    async restart() {
      await server.close()
      state.faults.clear()
      server = await startServer(state)
    },
    async close() {
      await server.close()
      state.close()
      await removeFolder(folder)
    },
  }
}

async function startServer(state: State) {
  const server = sandboxServer({ state, logger: silentLogger, metrics: new Registry() })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  return { url, close: () => server.close() }
}

export type Code = 'right' | 'wrong' | 'old' | 'expired'

/** What the seller reads out, or mistakes for it. */
export function codeFor({ state }: Provider, uuid: string | null, wanted: Code): string {
  const sent = state.messages.sentTo(PHONE).filter(({ documentUuid }) => documentUuid === uuid)
  const [newest, older] = sent
  const wrong = newest?.code === '000000' ? '111111' : '000000'
  if (newest === undefined || wanted === 'wrong') return wrong
  if (wanted === 'old') return older?.code ?? wrong
  if (wanted === 'expired') state.messages.send({ ...newest, sentAt: LONG_AGO })
  return newest.code
}

export const PHONE = '905321234567'
const LONG_AGO = '2020-01-01T00:00:00.000Z'
