import type { KeptTable } from './tables.ts'

export const LOG_FILE = 'log.ndjson.gz'
export const WITNESS_FILE = 'witness.ndjson.gz'
export const fileOf = (table: KeptTable) => `${table}.ndjson.gz`

const OURS = /^(?:manifest\.json|[a-z_.]+\.ndjson\.gz)$/

/** Whether a file of this name may be one of a backup. */
export const isOfBackup = (name: string) => OURS.test(name)
