import { type GenericContainer, getContainerRuntimeClient } from 'testcontainers'

/** A container that a test can disturb, as it does with a process. */
export interface DisturbableContainer {
  /** Ends what runs inside with this signal, if it still runs, and waits until it is gone. */
  readonly stop: (signal: NodeJS.Signals) => Promise<void>
  /** Starts it again with its data and its ports. */
  readonly start: () => Promise<void>
  readonly freeze: () => Promise<void>
  readonly thaw: () => Promise<void>
  readonly remove: () => Promise<void>
}

export async function startContainer(description: GenericContainer): Promise<DisturbableContainer> {
  const container = await description.start()
  const engine = await getContainerRuntimeClient()
  const handle = engine.container.getById(container.getId())
  const state = async () => (await handle.inspect()).State
  const thaw = async () => {
    if ((await state()).Paused) await handle.unpause()
  }
  return {
    stop: async (signal) => {
      await thaw()
      if ((await state()).Running) await handle.kill({ signal })
      await handle.wait()
    },
    start: async () => void (await handle.start()),
    freeze: async () => void (await handle.pause()),
    thaw,
    remove: async () => {
      await thaw()
      await container.stop({ timeout: 0 })
    },
  }
}
