import { expect, test } from 'vitest'
import { backupsTile } from '#audit/console/system/backups-tile.ts'
import { feedTile } from '#audit/console/system/feed-tile.ts'
import type { StandingTables } from '#audit/console/system/installation.ts'
import { tablesTile } from '#audit/console/system/tables-tile.ts'
import { systemTexts } from '#audit/console/system/texts.ts'
import { summaryOf } from '#audit/console/system/tile.ts'
import type { Deliveries } from '#audit/console/system/webhooks.ts'
import { webhooksTile } from '#audit/console/system/webhooks-tile.ts'
import { languageOf } from '#audit/page/language/language.ts'
import { CALM_STATES, type FeedState } from '#kernel/platform/cli/feed-status.ts'
import { textOf } from '#kernel/platform/http/html.ts'
import { type Backlog, WEBHOOK_LIMITS, webhookTrouble } from '#kernel/platform/webhooks/backlogs.ts'
import { alertRules } from '#test/support/alerts/rules.ts'

const languages = ['en', 'tr'] as const
const manners = languages.map((name) => ({ language: languageOf(name), timeZone: 'UTC' }))

const expressionOf = (alert: string) => alertRules.find((rule) => rule.alert === alert)?.expr

const tables: StandingTables = {
  state: 'live',
  version: '1',
  lagEvents: 0,
  lagIsMore: false,
  lagMs: 0,
  failure: undefined,
  hasParked: false,
  ownWaiting: null,
}

test.each([
  ['live', {}, false, 'readModels'],
  ['being built', { state: 'catchingUp', lagEvents: 500, lagIsMore: true }, false, 'readModels'],
  ['written by no process', { state: 'stopped', lagEvents: null }, true, 'behind'],
  ['without events of a parked company', { hasParked: true }, true, 'parked'],
  ['without events of this company', { hasParked: true, ownWaiting: 7 }, true, 'parked'],
] as const)('tables that are %s', (_, state, isRed, chapter) => {
  for (const manner of manners) {
    const texts = systemTexts[manner.language.name]
    const tile = tablesTile(manner, { ...tables, ...state })
    expect(tile).toMatchObject({ isRed, chapter, title: texts.tables })
    const body = textOf(tile.body)
    expect(body.includes('class="fault"')).toBe(isRed)
    expect(body.includes(texts.parked)).toBe('hasParked' in state && !('ownWaiting' in state))
    expect(/<p class="fault">[^<]*\b7 /.test(body)).toBe('ownWaiting' in state)
  }
})

const feed: FeedState = {
  name: 'kafka_feed',
  state: 'publishing',
  position: 98_000,
  head: 98_765,
  lagEvents: 500,
  lagIsMore: true,
  lagMs: 1_500,
  failure: null,
}

test.each([
  ['publishing', false],
  ['standingBy', false],
  ['starting', false],
  ['waiting', true],
  ['stuck', true],
  ['topicDamaged', true],
  ['positionSetBack', true],
  ['anotherLog', true],
  ['logSetBack', true],
  ['stopped', true],
] as const)('a feed in the state %s', (state, isRed) => {
  for (const manner of manners) {
    const texts = systemTexts[manner.language.name]
    const tile = feedTile(manner, { ...feed, state, failure: isRed ? 'Kafka <refuses>' : null })
    expect(tile).toMatchObject({ isRed, chapter: 'feed' })
    const body = textOf(tile.body)
    expect(body).toContain(`<strong>${texts.feedStates[state]}</strong>`)
    expect(body.includes('Kafka &#60;refuses&#62;')).toBe(isRed)
    expect(body).toMatch(/<dd>98[.,]000<\/dd>[^]*<dd>98[.,]765<\/dd>[^]*500[^]*1\.5/)
  }
})

test('a feed that does not answer has no figures, and where none is installed nothing is red', () => {
  const unknown = { position: null, head: null, lagEvents: null, lagIsMore: false, lagMs: null }
  for (const manner of manners) {
    const texts = systemTexts[manner.language.name]
    const silent = textOf(feedTile(manner, { ...feed, ...unknown, state: 'stopped' }).body)
    expect(silent.split(`<dd>${texts.unknown}</dd>`)).toHaveLength(5)
    const none = feedTile(manner, undefined)
    expect([none.isRed, textOf(none.body).includes(texts.noFeed)]).toEqual([false, true])
    expect(textOf(none.body)).not.toMatch(/class="(?:fault|well)"/)
  }
})

test('the page and the alert on the feed have one rule', () => {
  expect(expressionOf('SarrafFeedStopped')).toBe(
    `sarraf_feed_state{state!~"${CALM_STATES.join('|')}"} == 1`,
  )
})

const deliveries: Deliveries = {
  endpoints: 2,
  waiting: 1200,
  refused: 1,
  givenUp: 0,
  oldestSeconds: 7_200,
  lastSuccessAt: null,
  troubles: [],
}

test.each([
  ['that get their events', {}, false, 'webhooks'],
  ['of which one was given up', { trouble: 'disabled' }, true, 'webhookDisabled'],
  ['of which one stands still', { trouble: 'standsStill' }, true, 'webhookStandsStill'],
  ['of which one accepts nothing', { trouble: 'fails' }, true, 'webhooks'],
  ['of which one is late', { trouble: 'behind' }, true, 'webhooksBehind'],
] as const)('endpoints %s', (_, state, isRed, chapter) => {
  for (const manner of manners) {
    const texts = systemTexts[manner.language.name]
    const troubles = 'trouble' in state ? [{ endpointId: 'e-1', ...state }] : []
    const tile = webhooksTile(manner, { ...deliveries, troubles })
    expect(tile).toMatchObject({ isRed, chapter })
    const body = textOf(tile.body)
    expect(body).toContain('trouble' in state ? texts.troubles[state.trouble] : texts.nothingFails)
    expect(body.includes('<code>e-1</code>')).toBe(isRed)
    expect(body).toContain(`<dt>${texts.lastSuccess}</dt><dd>${texts.noSuccess}</dd>`)
    expect(body).toMatch(/<dd>1[.,]200<\/dd>/)
  }
})

test('a company without endpoints has no figures of deliveries', () => {
  for (const manner of manners) {
    const tile = webhooksTile(manner, { ...deliveries, endpoints: 0 })
    expect(tile.isRed).toBe(false)
    expect(textOf(tile.body)).toContain(systemTexts[manner.language.name].noEndpoints)
    expect(textOf(tile.body)).not.toContain('<dl')
  }
})

test('the last backup has its moment, age and size, and nothing is red without one', () => {
  const takenAt = new Date(Date.now() - 3 * 86_400_000)
  for (const manner of manners) {
    const texts = systemTexts[manner.language.name]
    const made = backupsTile(manner, { takenAt, events: '1234567', files: 9 })
    expect(made).toMatchObject({ isRed: false, chapter: 'backup' })
    const body = textOf(made.body)
    expect(body).toContain(
      `<dt>${texts.lastBackup}</dt><dd><time datetime="${takenAt.toISOString()}"`,
    )
    expect(body).toMatch(/\(3 (?:days ago|gün önce)\)/)
    expect(body).toMatch(/<dd>1[.,]234[.,]567<\/dd>[^]*<dd>9<\/dd>/)
    const none = backupsTile(manner, undefined)
    expect([none.isRed, textOf(none.body).includes(`<p>${texts.never}</p>`)]).toEqual([false, true])
  }
})

const backlog: Backlog = {
  endpointId: 'e-1',
  isEnabled: true,
  isGivenUp: false,
  waiting: 1,
  refused: 0,
  ageSeconds: 3_600,
  failingSeconds: 900,
  failure: null,
}

test.each([
  ['as the limits allow', {}, null],
  ['late', { ageSeconds: 3_601 }, 'behind'],
  ['refusing, and late by that', { ageSeconds: 9_000, failingSeconds: 901 }, 'fails'],
  ['stopped by the operator', { isEnabled: false, ageSeconds: 9_000, failingSeconds: 9_000 }, null],
  ['given up', { isEnabled: false, isGivenUp: true, ageSeconds: 9_000 }, 'disabled'],
  ['held up by an event that cannot be read', { failure: 'x' }, 'standsStill'],
] as const)('an endpoint that is %s', (_, state, trouble) => {
  expect(webhookTrouble({ ...backlog, ...state })).toBe(trouble)
})

test('the page and the alerts on webhooks have one rule', () => {
  expect(expressionOf('SarrafWebhooksBehind')).toBe(
    `sarraf_webhook_oldest_seconds > ${WEBHOOK_LIMITS.lateSeconds}`,
  )
  expect(expressionOf('SarrafWebhookFails')).toBe(
    `sarraf_webhook_failing_seconds > ${WEBHOOK_LIMITS.refusingSeconds}`,
  )
  expect(expressionOf('SarrafWebhookStandsStill')).toBe('sarraf_webhook_standing_still == 1')
  expect(expressionOf('SarrafWebhookDisabled')).toBe('sarraf_webhook_disabled == 1')
})

test('nobody has to act only where nothing is red and all was done once', () => {
  const [manner] = manners
  if (manner === undefined) throw new Error('no language')
  const tiles = ['Backups', 'Webhooks'].map((title) => ({ title, isRed: false, isUndone: false }))
  const said = (...changes: readonly object[]) =>
    textOf(
      summaryOf(
        manner,
        tiles.map((tile, at) => Object.assign({}, tile, changes[at])),
      ),
    )

  expect(said()).toContain('Nobody has to act.')
  expect(said({ isUndone: true })).toContain('Nothing is wrong, and this was never done: Backups<')
  expect(said({ isUndone: true }, { isRed: true })).toContain('Somebody has to act: Webhooks<')
})
