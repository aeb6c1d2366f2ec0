import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrations } from '../../src/kernel/storage/migrations/list.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const copied = ['bin', 'src']
const list = 'src/kernel/storage/migrations/list.ts'
const end = '] as const satisfies readonly Migration[]'
const versions = 'src/kernel/storage/migrations/versions.ts'

/** A copy of the project whose schema is ahead of ours: each call of `advance` adds a migration, as a release does. */
export function createNextVersion() {
  const { path: folder, remove } = createTemporaryFolder()
  for (const part of copied) cpSync(join(root, part), join(folder, part), { recursive: true })
  for (const entry of readdirSync(root)) {
    if (!copied.includes(entry)) symlinkSync(join(root, entry), join(folder, entry))
  }
  let version = migrations.at(-1)?.version ?? 0

  return {
    bin: join(folder, 'bin/showcaller.mjs'),
    remove,

    /** Adds a column to the table that every write uses, and a table. Returns the version of the schema. */
    advance(): number {
      version++
      const statements = [
        `ALTER TABLE events ADD COLUMN of_version_${version} BIGINT`,
        `CREATE TABLE table_of_version_${version} (channel_id BIGINT NOT NULL, PRIMARY KEY (channel_id))`,
      ]
      const added = JSON.stringify({ version, name: `version-${version}`, statements })
      change(list, end, `  ${added},\n${end}`)
      change(versions, `NewestVersion = ${version - 1}`, `NewestVersion = ${version}`)
      return version
    },
  }

  function change(path: string, from: string, to: string): void {
    const code = readFileSync(join(folder, path), 'utf8')
    if (!code.includes(from)) throw new Error(`${path} has no ${from}`)
    writeFileSync(join(folder, path), code.replace(from, to))
  }
}
