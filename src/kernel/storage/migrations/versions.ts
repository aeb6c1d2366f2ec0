import type { migrations } from './list.ts'

type NewestVersion = typeof migrations extends readonly [...unknown[], { readonly version: infer V }] ? V : never

/**
 * The schema version of this Showcaller, known without loading the migrations: a database that is up to date needs
 * none of them. The compiler compares it with the list.
 */
export const newestVersion: NewestVersion = 66

/**
 * Databases below this version were written by unreleased drafts, whose migrations were squashed into the baseline.
 * Versions count on from there, so that a draft never takes a newer database for one of its own.
 */
export const baselineVersion = 16

/** What is recorded under the version of the baseline: by the drafts, and since. */
export const baselineNames: readonly string[] = ['watch-columns', 'schema']

/** The last revision that has the migrations of the drafts. */
export const lastDraftRevision = 'ab5927c'
