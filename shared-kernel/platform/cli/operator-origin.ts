import { userInfo } from 'node:os'
import type { Origin } from '#kernel/platform/recording/event-codec.ts'
import { originWithoutRequest } from '#kernel/platform/recording/origin.ts'

/** What events say of where they come from, when an operator's command made them happen. */
export const operatorOrigin = (commandId: string): Omit<Origin, 'companyId'> =>
  originWithoutRequest({ kind: 'operator', id: operatingSystemUser() }, commandId)

/** A user id without an entry in the system's list of users has no name. */
export function operatingSystemUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
