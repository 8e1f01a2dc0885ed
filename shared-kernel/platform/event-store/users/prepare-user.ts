import { readFileSync } from 'node:fs'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { parseAddress } from '../address.ts'
import { newClient } from '../client.ts'
import { permitReading } from './permit-reading.ts'

/** The user that the services sign in as. */
export interface StoreUser {
  readonly name: string
  readonly password: string
}

const ANSWER_WITHIN_MS = 10_000
const CREATED = 201
const CONFLICT = 409

/**
 * Makes the user, or gives it this password, and lets it read `$all`, which by default only members of
 * `$admins` may; others' rights stay. The address is an administrator's.
 */
export async function prepareUser(url: string, user: StoreUser): Promise<void> {
  const call = callerOf(url)
  const { name, password } = user
  const created = await call('/users', {
    LoginName: name,
    FullName: name,
    Password: password,
    Groups: [],
  })
  if (created.status === CONFLICT) {
    const path = `/users/${encodeURIComponent(name)}/command/reset-password`
    refuseFailure(await call(path, { NewPassword: password }))
  } else refuseFailure(created)
  const client = newClient(url)
  try {
    await permitReading(client, name)
  } finally {
    await client.dispose()
  }
}

interface Answer {
  readonly status: number
  readonly said: string
}

function refuseFailure({ status, said }: Answer) {
  if (status === CREATED || status === 200) return
  throw new CommandError(
    `the event store refuses to make the user (${status}): ${said.slice(0, 200)}`,
  )
}

/** The client has no calls for users, so they go over HTTP, to the first node of the address. */
function callerOf(url: string) {
  const { hosts, credentials, options: given } = parseAddress(url)
  const { tls = true, tlsCAFile } = given
  const [{ address, port } = { address: '', port: 0 }] = hosts
  const { username = '', password = '' } = credentials ?? {}
  const open = tls ? requestHttps : requestHttp
  const options = {
    host: address,
    port,
    method: 'POST',
    auth: `${username}:${password}`,
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    ...(tlsCAFile === undefined ? {} : { ca: readFileSync(tlsCAFile) }),
  }
  return (path: string, body: object) =>
    new Promise<Answer>((resolve, reject) => {
      const request = open({ ...options, path }, (response) => {
        text(response).then((said) => resolve({ status: response.statusCode ?? 0, said }), reject)
      })
      request.once('error', reject)
      request.end(JSON.stringify(body))
    })
}
