import { clean } from './words/clean.ts'
import type { Element } from './xml-entries.ts'

const words = (text: string) => text.trim().split(/\s+/)

/** What the United Nations publish of an entry, also what is not compared: it is in the record. */
const known = new Set(
  words(`
    DATAID VERSIONNUM FIRST_NAME SECOND_NAME THIRD_NAME FOURTH_NAME NAME_ORIGINAL_SCRIPT UN_LIST_TYPE
    REFERENCE_NUMBER LISTED_ON DELISTED_ON GENDER SUBMITTED_BY COMMENTS1 NATIONALITY2 SORT_KEY
    SORT_KEY_LAST_MOD VALUE TITLE DESIGNATION NATIONALITY LIST_TYPE LAST_DAY_UPDATED
    INDIVIDUAL_ALIAS ENTITY_ALIAS QUALITY ALIAS_NAME DATE_OF_BIRTH CITY_OF_BIRTH COUNTRY_OF_BIRTH NOTE
    INDIVIDUAL_ADDRESS ENTITY_ADDRESS STREET CITY STATE_PROVINCE ZIP_CODE COUNTRY
    INDIVIDUAL_DATE_OF_BIRTH TYPE_OF_DATE DATE YEAR FROM_YEAR TO_YEAR INDIVIDUAL_PLACE_OF_BIRTH
    INDIVIDUAL_DOCUMENT TYPE_OF_DOCUMENT TYPE_OF_DOCUMENT2 NUMBER ISSUING_COUNTRY
    DATE_OF_ISSUE CITY_OF_ISSUE COUNTRY_OF_ISSUE`),
)

/** Elements that say something, under a name that the reader does not know. */
export const unknownIn = ({ children }: Element): readonly string[] =>
  children.flatMap((child) =>
    known.has(child.name) ? unknownIn(child) : saysSomething(child) ? [child.name] : [],
  )

const saysSomething = ({ text, children }: Element): boolean =>
  clean(text) !== '' || children.some(saysSomething)
