import { type Html, html } from '#kernel/platform/http/html.ts'
import { layout } from '../../page/serving/layout.ts'
import type { SignedInVisit } from '../../page/serving/visit.ts'
import { commandLine } from '../command.ts'
import { moment } from '../moment.ts'
import type { ConsolePage } from '../page.ts'
import { scrollingTable } from '../table.ts'
import { apiKeysOf, type ListedKey } from './api-keys.ts'
import { endpointsOf, type ListedEndpoint } from './endpoints.ts'
import { keysTexts } from './texts.ts'

/** The keys and the endpoints of the company; making them stays with the operator's command. */
export const keysPage: ConsolePage = {
  path: '/console/keys',
  title: { en: keysTexts.en.title, tr: keysTexts.tr.title },
  about: { en: keysTexts.en.about, tr: keysTexts.tr.about },
  async show(visit, { system }) {
    const { companyId } = visit.caller
    const keys = await apiKeysOf(system, companyId)
    const endpoints = await endpointsOf(system, companyId)
    const { title } = keysTexts[visit.language.name]
    const body = html`
<h1>${title}</h1>
${keysPart(visit, keys)}
${endpointsPart(visit, endpoints)}
${commandsPart(visit)}`
    return { page: layout(visit, { title, body }) }
  },
}

function keysPart(visit: SignedInVisit, keys: readonly ListedKey[]): Html {
  const texts = keysTexts[visit.language.name]
  return html`
<section aria-labelledby="keys">
<h2 id="keys">${texts.keys}</h2>
${
  keys.length === 0
    ? html`<p>${texts.noKeys}</p>`
    : html`<p class="hint">${texts.useHint}</p>
${scrollingTable({ labelledBy: 'keys', columns: [texts.user, texts.rights, texts.standing, texts.validUntil, texts.lastUse], rows: keys.map((key) => keyRow(visit, key)) })}`
}
</section>`
}

function keyRow(visit: SignedInVisit, key: ListedKey): Html {
  const { apiUserId, rights, standing, validUntil, lastUseAt } = key
  const texts = keysTexts[visit.language.name]
  return html`
<tr><th scope="row">${apiUserId}</th><td>${rights.join(', ')}</td><td>${texts.standings[standing]}</td><td>${moment(visit, validUntil)}</td><td>${lastUseAt === null ? texts.unknownUse : moment(visit, lastUseAt)}</td></tr>`
}

function endpointsPart(visit: SignedInVisit, endpoints: readonly ListedEndpoint[]): Html {
  const texts = keysTexts[visit.language.name]
  return html`
<section aria-labelledby="endpoints">
<h2 id="endpoints">${texts.endpoints}</h2>
${
  endpoints.length === 0
    ? html`<p>${texts.noEndpoints}</p>`
    : scrollingTable({
        labelledBy: 'endpoints',
        columns: [texts.endpoint, texts.url, texts.types, texts.standing, texts.since],
        rows: endpoints.map((endpoint) => endpointRow(visit, endpoint)),
      })
}
</section>`
}

function endpointRow(visit: SignedInVisit, endpoint: ListedEndpoint): Html {
  const { endpointId, url, eventTypes, standing, since } = endpoint
  const texts = keysTexts[visit.language.name]
  const isGivenUp = standing !== 'on' && standing !== 'off'
  return html`
<tr><th scope="row"><code>${endpointId}</code></th><td>${url}</td><td>${eventTypes.join(', ')}</td><td${isGivenUp && html` class="fault"`}>${texts.endpointStandings[standing]}</td><td>${moment(visit, since)}</td></tr>`
}

const commandsPart = ({ language: { name }, caller: { companyId } }: SignedInVisit): Html => html`
<section aria-labelledby="operator">
<h2 id="operator">${keysTexts[name].operator}</h2>
<p>${keysTexts[name].creating}</p>
${commandLine(`npm run operator -- api-key create --company ${companyId} --rights expenses,customers`)}
${commandLine('npm run operator -- api-key disable USER')}
${commandLine('npm run operator -- webhooks list')}
</section>`
