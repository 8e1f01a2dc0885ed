import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { LoginRole } from '#kernel/platform/database/roles.ts'
import { type Environment, isGiven, settingsFrom } from '#kernel/platform/settings/read.ts'
import {
  type SanctionSource,
  SanctionSources,
} from '#kernel/platform/settings/sanction-settings.ts'
import { orNull } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import { destroyedKeysFile } from '#kernel/platform/vault/destroyed-key-list.ts'
import { CommandError } from './command.ts'
import { dataFolder } from './data-folder.ts'

/** The addresses and keys of a running system. */
export interface SystemAddress {
  readonly databaseUrl: string
  readonly eventStoreUrl: string
  readonly vaultKey: Buffer
  /** The list of destroyed keys; a database that does not know them all is refused. */
  readonly destroyedKeys?: string | null
  /** The file with the heads that were signed: nothing is appended to a log without the last one. */
  readonly witness?: string | null
  /** A setting of the command service; null if only the environment can name it. */
  readonly integratorUrl: string | null
  readonly attemptDeadlineSeconds: number | null
  readonly sanctionSources?: readonly SanctionSource[]
}

const variables = ['DATABASE_URL', 'EVENTSTORE_URL', 'VAULT_KEY'] as const

/** Who signs in to the database: one of the roles, or its administrator. */
type SignsInAs = LoginRole | 'administrator'

const Stack = Compile(
  Type.Object({
    databaseUrl: Type.Optional(Type.String()),
    databases: Type.Record(Type.String(), Type.String()),
    eventStoreUrl: Type.String(),
    integratorUrl: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    attemptDeadlineSeconds: Type.Optional(Type.Integer()),
    sanctionSources: Type.Optional(SanctionSources),
  }),
)

/**
 * Signs in to the database as the role where the stack's file names an address for it.
 *
 * Uses the environment if it names everything, otherwise the system in the folder DATA_DIR. Never a
 * mix: with the vault of another system, sealed data of the log would be lost.
 */
export function findSystem(environment: Environment, role: SignsInAs): SystemAddress {
  const all = variables.map((name) => settings[name])
  const outside = {
    destroyedKeys: destroyedKeysFile(environment),
    witness: namedWitness(environment),
  }
  if (all.every((setting) => isGiven(environment, setting))) {
    return { ...fromVariables(environment), ...outside }
  }
  const folder = resolve(settingsFrom(environment)(settings.DATA_DIR))
  return { ...fromFolder(folder, role), ...outside }
}

/** Where a notary keeps its witness, and processes find it; null where none is named. */
export function namedWitness(environment: Environment): string | null {
  const given = settingsFrom(environment)(orNull(settings.NOTARY_WITNESS))
  const folder = dataFolder(environment)
  return given ?? (folder === null ? null : join(folder, 'notary', 'witness.ndjson'))
}

/** Those of the environment; without any there, those of the running system. */
export const sanctionSourcesOf = (
  environment: Environment,
  { sanctionSources = [] }: SystemAddress,
): readonly SanctionSource[] =>
  settingsFrom(environment)(orNull(settings.SANCTION_SOURCES)) ?? sanctionSources

function fromVariables(environment: Environment): SystemAddress {
  const read = settingsFrom(environment)
  return {
    databaseUrl: read(settings.DATABASE_URL),
    eventStoreUrl: read(settings.EVENTSTORE_URL),
    vaultKey: read(settings.VAULT_KEY),
    integratorUrl: null,
    attemptDeadlineSeconds: null,
  }
}

function fromFolder(folder: string, role: SignsInAs): SystemAddress {
  const stack = parsed(fileIn(folder, 'stack.json'), role)
  const key = fileIn(folder, 'vault.key')?.trim()
  if (stack === undefined || key === undefined) {
    throw new CommandError(
      `No running system in ${folder}: start one there with npm start, name its folder in DATA_DIR, or set ${variables.join(', ')}.`,
    )
  }
  const read = settingsFrom({ 'vault.key': key })
  return { ...stack, vaultKey: read({ ...settings.VAULT_KEY, name: 'vault.key' }) }
}

function fileIn(folder: string, file: string): string | undefined {
  try {
    return readFileSync(join(folder, file), 'utf8')
  } catch {
    return undefined
  }
}

function parsed(text: string | undefined, role: SignsInAs) {
  try {
    const stack = Stack.Parse(JSON.parse(text ?? ''))
    const { databases, eventStoreUrl } = stack
    const databaseUrl = role === 'administrator' ? stack.databaseUrl : databases[role]
    if (databaseUrl === undefined) return undefined
    const { integratorUrl = null, attemptDeadlineSeconds = null, sanctionSources = [] } = stack
    return { databaseUrl, eventStoreUrl, integratorUrl, attemptDeadlineSeconds, sanctionSources }
  } catch {
    return undefined
  }
}
