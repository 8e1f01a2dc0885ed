import { readFileSync } from 'node:fs'
import type { StaticDecode, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { errorCode } from '#kernel/platform/errors/error-code.ts'
import type { Setting } from './setting.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** A setting is missing or wrong. The message is one line with the variable's name, never its value. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

/**
 * The exit code of a process that cannot start with its settings (`EX_CONFIG` of sysexits.h).
 * Starting it again changes nothing.
 */
export const WRONG_SETTINGS = 78

export type ReadSetting = <Schema extends TSchema>(setting: Setting<Schema>) => StaticDecode<Schema>

/** Reads typed settings from an environment, once, at the start of a process. */
export const settingsFrom =
  (environment: Environment): ReadSetting =>
  (setting) => {
    const { name, allowed, schema } = setting
    const text = textOf(environment, setting)
    const fault = text === '' ? undefined : setting.fault?.(text)
    if (fault !== undefined) throw new ConfigurationError(`${name} ${fault}`)
    const readings = text === '' ? [setting.default] : [text, numberIn(text), truthIn(text)]
    const value = readings.find((reading) => Value.Check(schema, reading))
    if (value !== undefined) return Value.Decode(schema, value)
    const reason = text === '' ? '; it is not set' : ''
    throw new ConfigurationError(`${name} must be ${allowed}${reason}`)
  }

/** Whether it has a value of its own, in the environment or in a file. */
export const isGiven = (environment: Environment, { name, secret = false }: Setting): boolean =>
  given(environment, name) !== '' || (secret && given(environment, fileVariable(name)) !== '')

/** The variable with the name of the file that holds a secret. */
export const fileVariable = (name: string): string => `${name}_FILE`

function textOf(environment: Environment, { name, secret = false }: Setting): string {
  const text = given(environment, name)
  const file = secret ? given(environment, fileVariable(name)) : ''
  if (file === '') return text
  if (text === '') return contentOf(file, fileVariable(name))
  throw new ConfigurationError(`${name} and ${fileVariable(name)} are both set: give one of them`)
}

const given = (environment: Environment, name: string) => environment[name]?.trim() ?? ''

function contentOf(file: string, variable: string): string {
  const content = readOrFail(file, variable).replace(/[\r\n]+$/, '')
  if (content === '') throw new ConfigurationError(`${variable} names an empty file`)
  return content
}

/** The content of a file that a setting names. */
export function readOrFail(file: string, variable: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = errorCode(error) ?? 'unknown'
    throw new ConfigurationError(`${variable} names a file that cannot be read (${code})`)
  }
}

const numberIn = (text: string) => (/^-?\d{1,16}$/.test(text) ? Number(text) : undefined)

const truthIn = (text: string) => (text === 'true' ? true : text === 'false' ? false : undefined)

/** By default the settings of this process. A wrong one ends the process with a one-line message. */
export function readSettingsOrExit<Settings>(
  readAll: (read: ReadSetting) => Settings,
  environment: Environment = process.env,
): Settings {
  try {
    return readAll(settingsFrom(environment))
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    process.stderr.write(`${error.message}\n`)
    return process.exit(WRONG_SETTINGS)
  }
}
