import type { Logger } from '#kernel/platform/process/logger.ts'

/** The address of each service. */
export type Services = Readonly<Record<string, string>>

const ANSWER_WITHIN_MS = 1_500

/** What the services wait for, under their names. */
export async function missingParts(services: Services): Promise<readonly string[]> {
  const all = Object.entries(services).map(([name, url]) => missingAt(name, url))
  return (await Promise.all(all)).flat()
}

/** Empty when it is ready. */
async function missingAt(name: string, url: string): Promise<readonly string[]> {
  try {
    const answer = await fetch(new URL('/health/ready', url), {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    const body: unknown = await answer.json()
    if (answer.ok) return []
    const reasons = textsIn(body, 'missing')
    if (reasons.length === 0) return [name]
    const prefix = `${name}: `
    return reasons.map((reason) => (reason.startsWith(prefix) ? reason : `${prefix}${reason}`))
  } catch {
    return [name]
  }
}

/** Without what stands behind each name. */
export const namesIn = (reasons: readonly string[]): readonly string[] => [
  ...new Set(reasons.map((reason) => reason.replace(/: [^]*$/, ''))),
]

/** Logs why the gateway is not ready, or what waits although it is, whenever the reasons have changed. */
export function readinessLog(logger: Logger) {
  let logged = ''
  return (missing: readonly string[]) => {
    const now = missing.map(withoutNumbers).join('\n')
    if (now === logged) return
    logged = now
    if (missing.length === 0) logger.info('ready')
    else logger.warn({ missing }, 'not ready')
  }
}

/** A position or a lag that grows is no other reason. */
const withoutNumbers = (reason: string) => reason.replaceAll(/\d+/g, '0')

/** The texts of a named list in a message from another process; empty if the shape differs. */
export function textsIn(message: unknown, name: string): readonly string[] {
  if (typeof message !== 'object' || message === null) return []
  const list: unknown = Object.entries(message).find(([key]) => key === name)?.[1]
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : []
}
