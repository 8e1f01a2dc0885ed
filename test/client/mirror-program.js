// A client's program: it keeps copies of lists by what the installed package alone offers.
import { changes, pages, sarraf } from 'sarraf-client'

const { BASE_URL: baseUrl, API_USER_ID: apiUserId, SECRET_KEY: secretKey, LISTS } = process.env
const client = sarraf({ baseUrl, apiUserId, secretKey })
const copies = LISTS.split(',').map((path) => ({ path, items: new Map(), cursor: undefined }))
const tally = { changes: 0, deletions: 0 }

async function follow(copy) {
  let seen = 0
  const read = (query) => client.GET(copy.path, { params: { query } })
  for await (const { deletedAt, ...item } of changes(read, { since: copy.cursor })) {
    if (deletedAt === null) copy.items.set(item.id, item)
    else copy.items.delete(item.id)
    copy.cursor = item.updatedAt
    seen += 1
    tally.changes += 1
    if (deletedAt !== null) tally.deletions += 1
  }
  return seen
}

/** What copy and list do not agree on. */
async function differencesOf({ path, items }) {
  const listed = new Map()
  const read = (query) => client.GET(path, { params: { query } })
  for await (const item of pages(read)) listed.set(item.id, JSON.stringify(item))
  const surplus = [...items.keys()].filter((id) => !listed.has(id))
  const wrong = [...listed].filter(([id, item]) => JSON.stringify(items.get(id)) !== item)
  return [
    ...surplus.map((id) => `${path} ${id} is not listed`),
    ...wrong.map(([id, item]) => `${path} ${id}: ${JSON.stringify(items.get(id))}, not ${item}`),
  ]
}

const over = new AbortController()
process.stdin.on('data', () => over.abort())
while (!over.signal.aborted) {
  for (const copy of copies) await follow(copy)
}
process.stdin.destroy()
for (const copy of copies) while ((await follow(copy)) > 0);
const differences = (await Promise.all(copies.map(differencesOf))).flat()
const sizes = Object.fromEntries(copies.map(({ path, items }) => [path, items.size]))
process.stdout.write(JSON.stringify({ ...tally, sizes, differences }))
