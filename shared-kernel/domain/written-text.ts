// What a text that comes from outside may hold, and what of it can be seen. The classes are for a class of a regular
// expression, and written so that the programs of clients, which get them in the OpenAPI document, read them alike.

/** PostgreSQL and XML cannot hold these. */
export const UNSTORABLE_CHARACTERS = String.raw`\x00-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF`

/** What `trim` takes away; `\s` means something else in each language. */
const SPACES = String.raw`\t\n\r \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF`

/** Joiners, marks of direction, soft hyphens, fillers: characters without any sign of their own. */
const INVISIBLE = String.raw`\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB`

/** A text of these alone shows nothing. */
export const BLANK_CHARACTERS = SPACES + INVISIBLE

const unstorable = new RegExp(`[${UNSTORABLE_CHARACTERS}]`)
const invisible = new RegExp(`[${INVISIBLE}\\p{Default_Ignorable_Code_Point}]`, 'gu')
const blank = new RegExp(`^[${BLANK_CHARACTERS}\\u{E0000}-\\u{E0FFF}]*$`, 'u')

/** Without half a surrogate pair, and without what PostgreSQL or XML cannot hold. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !unstorable.test(text)

/** Without the spaces around it; empty where nothing of it can be seen. */
export const trimmed = (text: string): string => (blank.test(text) ? '' : text.trim())

export const withoutInvisible = (text: string): string => text.replaceAll(invisible, '')
