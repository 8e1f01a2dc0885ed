import { categoryOf } from '#kernel/events/category-of.ts'
import type { Written } from '#kernel/platform/recording/event-codec.ts'
import type { DataKey } from '#kernel/platform/vault/data-keys.ts'
import type { RowMac } from '#kernel/platform/vault/row-macs.ts'
import type { Table } from '#kernel/records/table.ts'
import type { StoredRows } from './rows.ts'

/** What one event does to the rows. */
export interface RowChange {
  readonly prepare: () => void
  readonly apply: () => void
}

export interface Projector<Model> {
  /** Of the events that it projects. */
  readonly category: string
  readonly version: number
  /** Its events carry whole records, whose rows no other projector reads: they never wait behind others. */
  readonly isIndependent: boolean
  readonly knows: (type: string) => boolean
  /** Undefined if the type is unknown. */
  readonly read: (written: Written, key: DataKey | undefined, model: Model) => RowChange | undefined
}

/** What a projection consists of; the runtime knows nothing else of its tables. */
export interface ProjectionDefinition {
  /** The name of its checkpoint, and of the schema that readers see. */
  readonly name: string
  readonly tables: readonly Table[]
  /** By the category of the events that each projects. */
  readonly projectorVersions: ProjectorVersions
  /** Its tables in a schema, with their rows as the current batch sees them. */
  readonly open: (schema: string, rowMac: RowMac) => OpenTables
}

export type ProjectorVersions = Readonly<Record<string, number>>

export interface OpenTables {
  readonly all: readonly StoredRows[]
  /** The projector of a stream's events; undefined if they change no table. */
  readonly projectorOf: (stream: string) => OpenProjector | undefined
  readonly independentCategories: readonly string[]
}

/** A projector that writes into open tables. */
export interface OpenProjector {
  readonly isIndependent: boolean
  readonly knows: (type: string) => boolean
  /** Undefined if the type is unknown. */
  readonly read: (written: Written, key: DataKey | undefined) => RowChange | undefined
}

interface ProjectionParts<Model> {
  readonly name: string
  readonly createModel: (schema: string, rowMac: RowMac) => Model
  readonly projectors: readonly Projector<Model>[]
}

/** For the tables alone, into which nothing is put. */
const unsigned: RowMac = () => ''

export function defineProjection<Model extends Readonly<Record<string, StoredRows>>>({
  name,
  createModel,
  projectors,
}: ProjectionParts<Model>): ProjectionDefinition {
  return {
    name,
    tables: Object.values(createModel(name, unsigned)).map(({ table }) => table),
    projectorVersions: Object.fromEntries(
      projectors.map(({ category, version }) => [category, version]),
    ),
    open(schema, rowMac) {
      const model = createModel(schema, rowMac)
      const byCategory = new Map(
        projectors.map(({ category, isIndependent, knows, read }): [string, OpenProjector] => [
          category,
          { isIndependent, knows, read: (written, key) => read(written, key, model) },
        ]),
      )
      return {
        all: Object.values(model),
        projectorOf: (stream) => byCategory.get(categoryOf(stream)),
        independentCategories: projectors
          .filter(({ isIndependent }) => isIndependent)
          .map(({ category }) => category),
      }
    },
  }
}
