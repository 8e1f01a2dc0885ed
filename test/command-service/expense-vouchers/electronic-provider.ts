import { Registry } from 'prom-client'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { sandboxServer } from '#stack/sandbox/server.ts'
import { openState, type State } from '#stack/sandbox/state/state.ts'
import { newFolder, removeFolder } from '#test/support/folders.ts'

/** The integrator with its books. */
export interface Provider {
  readonly state: State
  readonly url: () => string
  readonly close: () => Promise<void>
}

export async function openProvider(): Promise<Provider> {
  const folder = await newFolder('provider')
  const state = openState(folder)
  const server = await startServer(state)
  return {
    state,
    url: () => server.url,
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

/** What the seller reads out. */
export const codeFor = ({ state }: Provider, uuid: string | null): string =>
  state.messages.sentTo(PHONE).find(({ documentUuid }) => documentUuid === uuid)?.code ?? '000000'

export const PHONE = '905321234567'
