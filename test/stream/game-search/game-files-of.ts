import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildGameIndex } from '../../../src/capabilities/stream/game-search/game-index.ts'
import { hashCatalogue, writeIndexFile } from '../../../src/capabilities/stream/game-search/index-file.ts'
import type { GameFiles } from '../../../src/capabilities/stream/game-search/load-game-index.ts'
import { readCatalogue } from '../../../src/capabilities/stream/game-search/read-catalogue.ts'

/** Writes a catalogue and its index into the folder, as the build of the server does for the shipped one. */
export async function gameFilesOf(folder: string, text: string): Promise<GameFiles> {
  const files = { catalogue: join(folder, 'games.tsv'), index: join(folder, 'games.index') }
  const bytes = Buffer.from(text)
  writeFileSync(files.catalogue, bytes)
  await writeIndexFile(files.index, hashCatalogue(bytes), buildGameIndex(readCatalogue(bytes, files.catalogue)))
  return files
}
