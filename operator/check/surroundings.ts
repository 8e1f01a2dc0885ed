import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Finding, fault, ok, warning } from '#kernel/platform/checks/finding.ts'
import { errorCode } from '#kernel/platform/errors/error-code.ts'
import { type Environment, fileVariable } from '#kernel/platform/settings/read.ts'
import type { Setting } from '#kernel/platform/settings/setting.ts'

const ANSWER_WITHIN_MS = 5_000

/** Whether something speaks HTTP at a provider's address. What it answers does not matter: it was given no document. */
export async function providerFinding(setting: string, url: string): Promise<Finding> {
  const before = performance.now()
  try {
    const { status } = await fetch(new URL('/', url), {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    return ok(setting, `answers (${status}) in ${Math.round(performance.now() - before)} ms`)
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    const code = errorCode(cause) ?? 'no answer'
    return fault(
      setting,
      `no answer (${code})`,
      'correct the address, or let this machine reach it',
    )
  }
}

/** Whether the files that hold secrets can be read, and by nobody else. */
export async function secretFindings(
  environment: Environment,
  settings: readonly Setting[],
): Promise<readonly Finding[]> {
  const files = settings.flatMap(({ name, secret = false }) => {
    const variable = fileVariable(name)
    const file = secret ? (environment[variable] ?? '') : ''
    return file === '' ? [] : [{ variable, file }]
  })
  return Promise.all(files.map(({ variable, file }) => secretFinding(variable, file)))
}

async function secretFinding(variable: string, file: string): Promise<Finding> {
  try {
    await access(file, constants.R_OK)
    const { mode, size } = await stat(file)
    if (size === 0) return fault(variable, 'names an empty file', 'write the secret into it')
    const isOpen = (mode & 0o004) !== 0
    return isOpen
      ? warning(variable, 'every user of this machine can read the file', 'chmod 600')
      : ok(variable, 'can be read')
  } catch (error) {
    const code = errorCode(error) ?? 'unknown'
    return fault(
      variable,
      `names a file that cannot be read (${code})`,
      'correct the path or its rights',
    )
  }
}

/** Whether a file that a service keeps outside the database can be written, or made. */
export async function keptFileFinding(setting: string, file: string): Promise<Finding> {
  const found = await stat(file).then(
    () => file,
    () => dirname(file),
  )
  try {
    await access(found, constants.R_OK | constants.W_OK)
    return ok(
      setting,
      found === file ? 'can be written' : 'not there yet; its folder can be written',
    )
  } catch (error) {
    const code = errorCode(error) ?? 'unknown'
    return fault(setting, `cannot be written (${code})`, 'correct the path or its rights')
  }
}
