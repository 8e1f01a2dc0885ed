import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { errorCode } from '#kernel/platform/errors/error-code.ts'
import { ConfigurationError } from '#kernel/platform/settings/read.ts'

const run = promisify(execFile)
const pom = join(import.meta.dirname, 'pom.xml')
const OLDEST_JAVA = 17
const FETCH_WITHIN_MS = 600_000

const HOW_TO_INSTALL = `install Java ${OLDEST_JAVA} or newer and Maven, for instance: apt-get install --no-install-recommends default-jre-headless maven`

/**
 * The folder with Kafka's libraries, downloaded by Maven if this machine does not have them yet.
 * Concurrent starts do not conflict: each fills a folder of its own, and the first one is kept.
 */
export async function kafkaLibraries(onFetch: () => void = () => undefined): Promise<string> {
  await javaIsThere()
  const description = await readFile(pom, 'utf8')
  const fingerprint = createHash('sha256').update(description).digest('hex').slice(0, 12)
  const folder = join(homedir(), '.cache', 'sarraf', `kafka-${fingerprint}`)
  if (existsSync(folder)) return folder
  onFetch()
  const own = `${folder}.${randomUUID()}`
  await mkdir(own, { recursive: true })
  try {
    await fetchInto(own)
    await rename(own, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error
    })
  } finally {
    await rm(own, { recursive: true, force: true })
  }
  return folder
}

async function javaIsThere() {
  const version = await run('java', ['-version']).then(
    ({ stderr, stdout }) => /version "(\d+)/.exec(stderr + stdout)?.[1],
    () => undefined,
  )
  if (version !== undefined && Number(version) >= OLDEST_JAVA) return
  const found = version === undefined ? 'there is no Java' : `this is Java ${version}`
  throw new ConfigurationError(`KAFKA_BROKERS=embedded: ${found}; ${HOW_TO_INSTALL}`)
}

async function fetchInto(folder: string) {
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${folder}`]
  try {
    await run('mvn', ['--batch-mode', '--quiet', '--file', pom, ...goal], {
      timeout: FETCH_WITHIN_MS,
      maxBuffer: 16 * 1024 * 1024,
    })
  } catch (error) {
    throw new ConfigurationError(`KAFKA_BROKERS=embedded: ${whyNotFetched(error)}`, {
      cause: error,
    })
  }
}

function whyNotFetched(error: unknown): string {
  if (errorCode(error) === 'ENOENT') {
    return `there is no Maven; ${HOW_TO_INSTALL}`
  }
  const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
  const line = output.split('\n').find((one) => one.includes('[ERROR]')) ?? String(error)
  return `Maven could not fetch Apache Kafka: ${line.slice(0, 300)}`
}
