// @module-tag embedded-node

import {
  binaryEvent,
  type EventData,
  jsonEvent,
  type ResolvedEvent,
  streamNameFilter,
} from '@eventstore/db-client'
import { expect, test } from 'vitest'
import { eventStoreNodeForThisFile } from '#test/support/event-store.ts'
import { all, clientOf, drafted, first, manyDrafted, newStream } from './official-client.ts'
import { messagesOf, rawClient, streamOptions } from './raw-calls.ts'
import { letPass } from './time.ts'

const node = eventStoreNodeForThisFile()
const isNew = { expectedRevision: 'no_stream' } as const

const link = (target: string): EventData => binaryEvent({ type: '$>', data: Buffer.from(target) })

/** What a link was resolved to: the revision of its target, or nothing but the link. */
const target = ({ event, link: found }: ResolvedEvent) =>
  found === undefined ? 'no link' : (event?.revision ?? 'gone')

test('a reader receives the target of a link together with the link', async () => {
  const client = clientOf(node.url)
  const stream = `döviz@büfe ${newStream()}`
  const events = manyDrafted(2)
  const original = await client.appendToStream(stream, events, isNew)
  const links = newStream('links')
  const added = [drafted(), link(`1@${stream}`), link(`0@${stream}`)]
  const appended = await client.appendToStream(links, added, isNew)
  const plain = await all(client.readStream(links))
  expect(plain.map(({ event }) => event?.type)).toEqual(['Drafted', '$>', '$>'])
  expect(plain.every((read) => read.link === undefined)).toBe(true)
  const [own, second, zeroth] = await all(client.readStream(links, { resolveLinkTos: true }))
  expect(own).toEqual(plain[0])
  expect(second?.event).toMatchObject({ id: events[1]?.id, streamId: stream, revision: 1n })
  expect(second?.event?.position).toEqual(original.position)
  expect(second?.link).toMatchObject({ streamId: links, revision: 1n, type: '$>' })
  expect(zeroth?.event?.revision).toBe(0n)
  expect(zeroth?.commitPosition).toBe(appended.position?.commit)
  const backwards = { direction: 'backwards', fromRevision: 'end', resolveLinkTos: true } as const
  expect((await all(client.readStream(links, backwards))).map(target)).toEqual([0n, 1n, 'no link'])
})

test('a link without a visible target is returned alone', async () => {
  const client = clientOf(node.url)
  const streams = Array.from({ length: 5 }, () => newStream())
  const [visible, truncated, counted, deleted, ended] = streams
  for (const stream of streams) await client.appendToStream(stream, manyDrafted(3), isNew)
  await client.setStreamMetadata(truncated ?? '', { truncateBefore: 2 })
  await client.setStreamMetadata(counted ?? '', { maxCount: 1 })
  await client.deleteStream(deleted ?? '')
  await client.tombstoneStream(ended ?? '')
  const links = newStream('links')
  const expected = new Map<string, bigint | 'gone'>([
    [`1@${truncated}`, 'gone'],
    [`2@${truncated}`, 2n],
    [`1@${counted}`, 'gone'],
    [`2@${counted}`, 2n],
    [`2@${deleted}`, 'gone'],
    [`2@${ended}`, 'gone'],
    [`3@${visible}`, 'gone'],
    [`-1@${visible}`, 2n],
    [`-2@${visible}`, 'gone'],
    [` 1 @${visible}`, 1n],
    [`1 @ ${visible}`, 'gone'],
    [`x@${visible}`, 'gone'],
    [`99999999999999999999@${visible}`, 'gone'],
    [`0@$$${counted}`, 0n],
    ['0@\0', 'gone'],
    ['1@', 'gone'],
    ['@', 'gone'],
    ['1', 'gone'],
    ['', 'gone'],
  ])
  const targets = [...expected.keys()]
  await client.appendToStream(links, targets.map(link), isNew)
  const read = await all(client.readStream(links, { resolveLinkTos: true }))
  expect(new Map(read.map((resolved, index) => [targets[index], target(resolved)]))).toEqual(
    expected,
  )
  expect(read.every((resolved) => resolved.commitPosition !== undefined)).toBe(true)
})

test('a link to a link is answered with that link', async () => {
  const client = clientOf(node.url)
  const [stream, one, other] = [newStream(), newStream('links'), newStream('links')]
  await client.appendToStream(stream, drafted(), isNew)
  await client.appendToStream(one, link(`0@${stream}`), isNew)
  await client.appendToStream(other, link(`0@${one}`), isNew)
  const [read] = await all(client.readStream(other, { resolveLinkTos: true }))
  expect(read?.event).toMatchObject({ type: '$>', streamId: one })
  expect(read?.link?.streamId).toBe(other)
})

test('a link does not show events hidden by their age', async () => {
  const client = clientOf(node.url)
  const stream = newStream()
  await client.appendToStream(stream, drafted(), isNew)
  await client.setStreamMetadata(stream, { maxAge: 60 })
  const links = newStream('links')
  await client.appendToStream(links, link(`0@${stream}`), isNew)
  const resolved = async () =>
    (await all(client.readStream(links, { resolveLinkTos: true }))).map(target)
  expect(await resolved()).toEqual([0n])
  await letPass(node.databaseUrl, stream, 61)
  expect(await resolved()).toEqual(['gone'])
})

test('subscribers receive the targets of links, among old and new events', async () => {
  const client = clientOf(node.url)
  const [stream, links] = [newStream(), newStream('links')]
  await client.appendToStream(stream, manyDrafted(2), isNew)
  await client.appendToStream(links, link(`0@${stream}`), isNew)
  const ofStream = first(3, client.subscribeToStream(links, { resolveLinkTos: true }))
  const filter = streamNameFilter({ prefixes: [links] })
  const following = client.subscribeToAll({ resolveLinkTos: true, filter })
  const ofLog = first(3, following)
  await new Promise((resolve) => following.once('caughtUp', resolve))
  await client.appendToStream(links, [link(`1@${stream}`), link('7@nowhere')], {
    expectedRevision: 0n,
  })
  expect((await ofStream).map(target)).toEqual([0n, 1n, 'gone'])
  expect((await ofLog).map(target)).toEqual([0n, 1n, 'gone'])
})

test('on the wire a missing target is an empty field', async () => {
  const client = clientOf(node.url)
  const links = newStream('links')
  await client.appendToStream(links, [link('0@nowhere'), jsonEvent({ type: 'A', data: {} })], isNew)
  const options = streamOptions(links).setResolveLinks(true)
  const [gone, ordinary] = await messagesOf(rawClient(node.url), options)
  expect(gone?.getEvent()?.hasEvent()).toBe(false)
  expect(gone?.getEvent()?.hasLink()).toBe(true)
  expect(gone?.getEvent()?.hasCommitPosition()).toBe(true)
  expect(ordinary?.getEvent()?.hasLink()).toBe(false)
})
