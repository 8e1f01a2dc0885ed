import { html } from '#kernel/platform/http/html.ts'
import type { WebhookTrouble } from '#kernel/platform/webhooks/backlogs.ts'
import { type Manner, numberIn } from '../../page/language/fill.ts'
import { agoIn } from '../ago.ts'
import { commandLine } from '../command.ts'
import { momentAndAge } from '../moment.ts'
import type { Chapter } from '../runbook.ts'
import { facts, state, type Tile, textsOf } from './tile.ts'
import type { Deliveries } from './webhooks.ts'

const chapterOf: Readonly<Record<WebhookTrouble, Chapter>> = {
  disabled: 'webhookDisabled',
  standsStill: 'webhookStandsStill',
  fails: 'webhooks',
  behind: 'webhooksBehind',
}

/** Red by the rules of the alerts on webhooks. */
export function webhooksTile(manner: Manner, deliveries: Deliveries): Tile {
  const texts = textsOf(manner)
  const { endpoints, waiting, refused, givenUp, troubles } = deliveries
  const { oldestSeconds, lastSuccessAt } = deliveries
  const [first] = troubles
  const count = (number: number) => numberIn(String(number), manner)
  const body =
    endpoints === 0
      ? html`<p>${texts.noEndpoints}</p>`
      : html`
${first === undefined ? state(false, texts.nothingFails) : troubles.map(({ endpointId, trouble }) => html`<p class="fault"><strong>${texts.troubles[trouble]}</strong>: <code>${endpointId}</code></p>`)}
${facts(
  [texts.endpoints, count(endpoints)],
  [texts.waiting, count(waiting)],
  [texts.refused, count(refused)],
  [texts.givenUp, count(givenUp)],
  [texts.oldest, oldestSeconds === null ? '—' : agoIn(manner.language.name, oldestSeconds * 1_000)],
  [
    texts.lastSuccess,
    lastSuccessAt === null ? texts.noSuccess : momentAndAge(manner, lastSuccessAt),
  ],
)}`
  return {
    id: 'webhooks',
    title: texts.webhooks,
    chapter: first === undefined ? 'webhooks' : chapterOf[first.trouble],
    isRed: first !== undefined,
    body: html`${body}${commandLine('npm run --silent operator -- webhooks list')}`,
  }
}
