import { resolve } from 'node:path'
import { type Environment, isGiven, settingsFrom } from '../settings/read.ts'
import { settings } from '../settings/settings.ts'

/** The folder of the system that `npm start` runs; null where the environment names every store. */
export function dataFolder(environment: Environment): string | null {
  const stores = [settings.DATABASE_URL, settings.EVENTSTORE_URL]
  if (stores.every((setting) => isGiven(environment, setting))) return null
  return resolve(settingsFrom(environment)(settings.DATA_DIR))
}
