import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Migration } from '../../../src/kernel/storage/migrations/migration.ts'

const fixtures = join(import.meta.dirname, 'fixtures')

/** The sixteen migrations of the unreleased drafts, as they were before they were squashed into the baseline. */
export const draftMigrations: readonly Migration[] = readFileSync(join(fixtures, 'draft-steps.sql'), 'utf8')
  .split(/^-- step /m)
  .slice(1)
  .map((step) => {
    const [, version = '', name = '', statements = ''] = /^(\d+): (.*)\n([\s\S]*)$/.exec(step) ?? []
    return { version: Number(version), name, statements: statements.split(/;\n/).filter((text) => text.trim() !== '') }
  })

/** The database of a data folder that the last draft wrote: a first start, some points, and content that was deleted. */
export function writeDraftDatabase(path: string): void {
  writeFileSync(path, gunzipSync(readFileSync(join(fixtures, 'data-folder-16.sqlite.gz'))))
}
