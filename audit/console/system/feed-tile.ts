import { type FeedState, needsSomebody } from '#kernel/platform/cli/feed-status.ts'
import { html } from '#kernel/platform/http/html.ts'
import { type Manner, numberIn } from '../../page/language/fill.ts'
import { commandLine } from '../command.ts'
import { lagFacts } from './lag-facts.ts'
import { facts, state, type Tile, textsOf } from './tile.ts'

/** What the feed answers; undefined where none is installed. */
export function feedTile(manner: Manner, feed: FeedState | undefined): Tile {
  const texts = textsOf(manner)
  const tile = { id: 'feed', title: texts.feed, chapter: 'feed' } as const
  const command = commandLine('npm run --silent feed -- status')
  if (feed === undefined) {
    return { ...tile, isRed: false, body: html`<p>${texts.noFeed}</p>${command}` }
  }
  const isRed = needsSomebody(feed)
  const words: Readonly<Record<string, string>> = texts.feedStates
  const place = (position: number | null) =>
    position === null ? texts.unknown : numberIn(String(position), manner)
  const body = html`
${state(isRed, words[feed.state] ?? feed.state)}
${feed.failure !== null && html`<p>${feed.failure}</p>`}
${facts([texts.published, place(feed.position)], [texts.head, place(feed.head)], ...lagFacts(manner, feed))}
${command}`
  return { ...tile, isRed, body }
}
