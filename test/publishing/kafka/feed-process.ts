import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { freePort } from '#stack/free-port.ts'
import { makeVault } from '#test/support/made-vault.ts'

const Status = Compile(
  Type.Object({
    phase: Type.String(),
    position: Type.Union([Type.String(), Type.Null()]),
    lagEvents: Type.Union([Type.Number(), Type.Null()]),
    failure: Type.Union([Type.String(), Type.Null()]),
  }),
)

export type FeedProcess = Awaited<ReturnType<typeof startFeedProcess>>

interface Place {
  readonly brokers: string
  readonly databaseUrl: string
  readonly eventStoreUrl: string
  readonly vaultKey: Buffer
  /** Further settings, such as those for signing in. */
  readonly environment?: Readonly<Record<string, string>>
}

/** The feed as `npm run start:feed` runs it. */
export async function startFeedProcess(place: Place, { started = true } = {}) {
  await makeVault(place.databaseUrl, place.vaultKey)
  const port = await freePort()
  let child: ChildProcess | undefined
  let logged = ''
  const start = () => {
    child = spawn(process.execPath, ['publishing/kafka/main.ts'], {
      env: {
        ...process.env,
        LOG_LEVEL: 'warn',
        ...place.environment,
        PORT: String(port),
        KAFKA_BROKERS: place.brokers,
        DATABASE_URL: place.databaseUrl,
        EVENTSTORE_URL: place.eventStoreUrl,
        VAULT_KEY: place.vaultKey.toString('hex'),
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    child.stdout?.on('data', (chunk) => {
      logged += String(chunk)
    })
  }
  if (started) start()
  return {
    start,
    signal: (signal: NodeJS.Signals) => child?.kill(signal),
    end: async (signal: NodeJS.Signals) => {
      if (child === undefined) return null
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
      return child.exitCode
    },
    /** What it has written to its log. */
    logged: () => logged,
    url: `http://127.0.0.1:${port}`,
    /** Where it is, without counting how far behind the log that is. */
    position: async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
      return /^sarraf_feed_position\S* (\d+)$/m.exec(metrics)?.[1]
    },
    status: async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/status`)
      return Status.Parse(await answer.json())
    },
  }
}
