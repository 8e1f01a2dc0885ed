import { ConfigurationError, type ReadSetting, readOrFail } from '#kernel/platform/settings/read.ts'
import { orNull } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import type { User } from './protocol/access.ts'
import type { ServerIdentity } from './protocol/server.ts'

/** Null without a certificate: then the node speaks no TLS. */
export function identityIn(read: ReadSetting): ServerIdentity | null {
  const certificate = read(orNull(settings.EVENTSTORE_CERTIFICATE))
  if (certificate === null) return null
  return {
    certificate: readOrFail(certificate, 'EVENTSTORE_CERTIFICATE'),
    key: readOrFail(read(settings.EVENTSTORE_CERTIFICATE_KEY), 'EVENTSTORE_CERTIFICATE_KEY'),
  }
}

/** Null without a name. Without TLS a sign-in is not possible: the client sends no credentials. */
export function usersIn(read: ReadSetting): (() => readonly User[]) | null {
  const name = read(orNull(settings.EVENTSTORE_USER))
  if (name === null) return null
  if (read(orNull(settings.EVENTSTORE_CERTIFICATE)) === null) {
    throw new ConfigurationError(
      'EVENTSTORE_USER needs EVENTSTORE_CERTIFICATE: users sign in over TLS',
    )
  }
  const user = { name, password: read(settings.EVENTSTORE_PASSWORD) }
  return () => [user]
}
