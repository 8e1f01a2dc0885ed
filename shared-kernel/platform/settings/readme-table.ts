import { fileVariable } from './read.ts'
import type { Setting } from './setting.ts'
import { settings } from './settings.ts'

const BEGIN = '<!-- written by npm run settings -->\n'
const END = '<!-- end of the settings -->'

/** The README with the table of settings as they are declared. */
export function withSettingsTable(readme: string): string {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error(`README.md lacks ${BEGIN.trim()} and ${END}`)
  return `${readme.slice(0, begin)}${BEGIN}${settingsTable()}${readme.slice(end)}`
}

const settingsTable = () =>
  ['| variable | default | value | meaning |', '|---|---|---|---|']
    .concat(Object.values(settings).map(rowOf))
    .map((line) => `${line}\n`)
    .join('')

const rowOf = ({ name, secret = false, default: fallback, allowed, meaning }: Setting) =>
  `| \`${name}\`${secret ? ` or \`${fileVariable(name)}\`` : ''} | ${fallback === undefined ? 'none' : `\`${fallback}\``} | ${allowed} | ${meaning} |`
