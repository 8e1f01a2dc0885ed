import { readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { User } from '#stack/event-store/protocol/access.ts'

const NewUser = Compile(Type.Object({ LoginName: Type.String(), Password: Type.String() }))
const NewPassword = Compile(Type.Object({ NewPassword: Type.String() }))
const Kept = Compile(Type.Array(Type.Object({ name: Type.String(), password: Type.String() })))

/** The users in a file, and the calls over HTTP by which an administrator makes them. */
export function usersIn(file: string, administrator: User) {
  let made = kept(file)
  const isAdministrator = ({ headers }: IncomingMessage) => {
    const { name, password } = administrator
    return headers.authorization === `Basic ${btoa(`${name}:${password}`)}`
  }
  const give = (name: string, password: string) => {
    made = [...made.filter((user) => user.name !== name), { name, password }]
    writeFileSync(file, JSON.stringify(made), { mode: 0o600 })
  }
  return {
    users: () => [administrator, ...made],
    answer: async (request: IncomingMessage, response: ServerResponse) => {
      if (!isAdministrator(request)) return response.writeHead(401).end()
      const body = await json(request)
      const [, name] = /^\/users\/([^/]+)\/command\/reset-password$/.exec(request.url ?? '') ?? []
      if (name !== undefined) {
        give(decodeURIComponent(name), NewPassword.Parse(body).NewPassword)
        return response.writeHead(200).end()
      }
      const { LoginName, Password } = NewUser.Parse(body)
      if (made.some((user) => user.name === LoginName)) return response.writeHead(409).end()
      give(LoginName, Password)
      return response.writeHead(201).end()
    },
  }
}

function kept(file: string): readonly User[] {
  try {
    return Kept.Parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return []
  }
}
