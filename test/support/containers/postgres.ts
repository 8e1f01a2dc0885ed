import { randomBytes } from 'node:crypto'
import { GenericContainer, Wait } from 'testcontainers'

const PORT = 5432
const MEMORY_SHARED = 256 * 1024 * 1024

export async function startPostgresContainer(image: string, settings: readonly string[]) {
  const password = randomBytes(16).toString('hex')
  const container = await new GenericContainer(image)
    .withEnvironment({ POSTGRES_PASSWORD: password })
    .withCommand(['postgres', ...settings.flatMap((one) => ['-c', one])])
    .withSharedMemorySize(MEMORY_SHARED)
    .withExposedPorts(PORT)
    // While the first start prepares the data folder, the server answers on its socket alone.
    .withWaitStrategy(Wait.forSuccessfulCommand('pg_isready --host 127.0.0.1 --username postgres'))
    .start()
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${container.getMappedPort(PORT)}/postgres`,
    stop: async () => void (await container.stop({ timeout: 0 })),
  }
}
