import type { Created, Document } from './document.ts'

export interface Keyed {
  readonly key: string
  /** Of the request: under the same key there is no other one. */
  readonly hash: string
  readonly document: Document
}

/** Where a peer keeps its documents. */
export interface Store {
  /** The document of the key, which is created if there is none; undefined if the key belongs to another request. */
  readonly create: (keyed: Keyed) => Promise<Created | undefined>
  /** The newest 25. */
  readonly page: () => Promise<readonly object[]>
}

/** One table of documents, and the page of the newest. */
export const documents = `
  create table document (id uuid primary key, company text not null, body jsonb not null,
    created_at timestamptz not null default clock_timestamp());
  create index document_newest on document (company, created_at desc, id)`

export const newest = {
  name: 'newest',
  text: `select body || jsonb_build_object('id', id, 'createdAt', created_at) as item from document
    where company = 'one' order by created_at desc, id limit 25`,
}
