import { setTimeout as pause } from 'node:timers/promises'
import { GenericContainer, Network, type StartedNetwork, Wait } from 'testcontainers'
import { diagnose } from '#kernel/platform/event-store/diagnose.ts'
import { freePort } from '#stack/free-port.ts'
import { eventStoreUrl } from '../event-store-url.ts'
import { type DisturbableContainer, startContainer } from './container.ts'
import { environmentOf, type Member } from './event-store-members.ts'

const HTTP_PORT = 2113
const START_WITHIN_MS = 90_000

/** A new, empty event store in containers of its own; what disturbs it disturbs all of its nodes. */
export async function startEventStoreContainers(image: string, nodes: number) {
  const members = await Promise.all(
    Array.from({ length: nodes }, async (_, at) => ({
      name: `node${at + 1}`,
      port: await freePort(),
    })),
  )
  const network = nodes === 1 ? undefined : await new Network().start()
  const containers = await Promise.all(
    members.map((member) => startContainer(describe({ image, member, members, network }))),
  )
  const url = eventStoreUrl(...members.map(({ port }) => port))
  const all = async (disturb: (container: DisturbableContainer) => Promise<void>) =>
    void (await Promise.all(containers.map(disturb)))
  const close = async () => {
    await all((container) => container.remove())
    await network?.stop()
  }
  await untilItServes(url).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return {
    url,
    port: Number(members[0]?.port),
    stop: (signal: NodeJS.Signals = 'SIGKILL') => all((container) => container.stop(signal)),
    start: async () => {
      await all((container) => container.start())
      await untilItServes(url)
    },
    freeze: () => all((container) => container.freeze()),
    thaw: () => all((container) => container.thaw()),
    close,
  }
}

interface Place {
  readonly image: string
  readonly member: Member
  readonly members: readonly Member[]
  readonly network: StartedNetwork | undefined
}

function describe({ image, member, members, network }: Place): GenericContainer {
  const container = new GenericContainer(image)
    .withEnvironment(environmentOf(member, members))
    .withExposedPorts({ container: HTTP_PORT, host: member.port })
    .withWaitStrategy(Wait.forHttp('/health/live', HTTP_PORT).forStatusCodeMatching(isGood))
    .withStartupTimeout(START_WITHIN_MS)
  return network === undefined
    ? container
    : container.withNetwork(network).withNetworkAliases(member.name)
}

const isGood = (status: number) => status >= 200 && status < 300

/** Nodes are alive before they have a leader. */
async function untilItServes(url: string) {
  const deadline = Date.now() + START_WITHIN_MS
  for (;;) {
    const trouble = await diagnose(url)
    if (trouble === undefined) return
    if (Date.now() > deadline) throw new Error(`the event store does not serve: ${trouble}`)
    await pause(100)
  }
}
