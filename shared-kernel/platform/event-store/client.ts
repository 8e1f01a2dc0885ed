import { readFileSync } from 'node:fs'
import { parseAddress } from './address.ts'
import { StoreClient } from './store-client.ts'

/** A frozen member of a cluster must not delay the search for one that answers. */
const PATIENCE = { gossipTimeout: 1, maxDiscoverAttempts: 3 }
const KEEP_ALIVE_TIMEOUT_MS = 10_000

/**
 * A client for an address, with our defaults for options that it does not set. The client never gets the
 * address as text: it prints texts that it does not understand, with the password.
 *
 * gRPC shares one connection among all clients with equal options and the same address; the number of the
 * client makes its options different, so that a new client does not get the frozen connection.
 */
export function newClient(url: string, client = 0): StoreClient {
  const { isDnsName, hosts, credentials, options } = parseAddress(url)
  const { tls = true, tlsCAFile, userCertFile, userKeyFile, ...given } = options
  const connection = { ...PATIENCE, keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS + client, ...given }
  const security = {
    insecure: !tls,
    ...(tls && tlsCAFile !== undefined && { rootCertificate: readFileSync(tlsCAFile) }),
    ...(userCertFile !== undefined && { userCertFile: readFileSync(userCertFile) }),
    ...(userKeyFile !== undefined && { userKeyFile: readFileSync(userKeyFile) }),
  }
  const [first] = hosts
  if (first === undefined) throw new TypeError('an address without hosts')
  if (isDnsName) {
    return new StoreClient({ ...connection, discover: first }, security, credentials)
  }
  if (hosts.length > 1) {
    return new StoreClient({ ...connection, endpoints: [...hosts] }, security, credentials)
  }
  const { keepAliveInterval, keepAliveTimeout, connectionName } = connection
  const single = {
    endpoint: first,
    keepAliveTimeout,
    ...(keepAliveInterval !== undefined && { keepAliveInterval }),
    ...(connectionName !== undefined && { connectionName }),
  }
  return new StoreClient(single, security, credentials)
}
