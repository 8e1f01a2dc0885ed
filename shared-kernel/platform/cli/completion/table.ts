import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings'

const MOST_WORDS = 70

/**
 * What can stand where in a call, from the declarations themselves. A row: the path of the command,
 * the kind of word, the word, and what it means, with tabs between them. The kinds are `command`,
 * `flag`, `option` (a value follows), `=--option` (a choice of its value) and `argument0`.
 */
export function tableOf(declared: CommandUnknownOpts, path: string): string {
  return `\n${rowsOf(declared, path).join('\n')}\n`
}

function rowsOf(declared: CommandUnknownOpts, path: string): readonly string[] {
  const help = declared.createHelp()
  const row = (kind: string, word: string, meaning = '') =>
    [path, kind, word, brief(meaning)].join('\t')
  const commands = help.visibleCommands(declared)
  const named = commands.map((each) => row('command', each.name(), each.description()))
  return [
    ...named,
    ...help.visibleOptions(declared).flatMap((option) => optionRows(option, row)),
    ...declared.registeredArguments.flatMap(({ argChoices = [] }, place) =>
      argChoices.map((choice) => row(`argument${place}`, choice)),
    ),
    ...commands.flatMap((each) =>
      each.name() === 'help' ? helpRows(commands, path) : rowsOf(each, `${path} ${each.name()}`),
    ),
  ]
}

type Row = (kind: string, word: string, meaning?: string) => string

function optionRows(option: Option, row: Row): readonly string[] {
  const { long, short, required, optional, argChoices = [], description } = option
  const kind = required || optional ? 'option' : 'flag'
  const names = [long, short].filter((name) => name !== undefined && name !== null)
  return [
    ...names.map((name) => row(kind, name, description)),
    ...names.flatMap((name) => argChoices.map((choice) => row(`=${name}`, choice))),
  ]
}

/** `help` is followed by the name of a command. */
const helpRows = (commands: readonly CommandUnknownOpts[], path: string): readonly string[] =>
  commands
    .filter((each) => each.name() !== 'help')
    .map((each) => [`${path} help`, 'argument0', each.name(), brief(each.description())].join('\t'))

/** The beginning, in one line. */
function brief(meaning: string): string {
  const [first = ''] = meaning.split(/[\n\t]|(?<=\.)\s/)
  return first.length <= MOST_WORDS ? first : `${first.slice(0, MOST_WORDS - 1)}…`
}
