import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildGameIndex } from './game-index.ts'
import { hashCatalogue, writeIndexFile } from './index-file.ts'
import { readCatalogue } from './read-catalogue.ts'

const catalogue = fileURLToPath(new URL('../../../../catalogue/games.tsv', import.meta.url))

/** Writes the index of the shipped games into the folder of the bundle, where `open.ts` looks for it. */
export async function build(folder: string): Promise<void> {
  const bytes = await readFile(catalogue)
  const index = buildGameIndex(readCatalogue(bytes, catalogue))
  await writeIndexFile(join(folder, 'games.index'), hashCatalogue(bytes), index)
}
