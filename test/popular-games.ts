import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { GameFiles } from '../src/capabilities/stream/game-search/load-game-index.ts'
import { gameFilesOf } from './stream/game-search/game-files-of.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

const shipped = fileURLToPath(new URL('../catalogue/games.tsv', import.meta.url))
const count = 400

const written = new Map<string, Promise<GameFiles>>()

/** The first games of the shipped catalogue, which lists the most popular ones first: to index all takes a second. */
export function popularGames(): Promise<GameFiles> {
  return writeOnce('popular', (text) =>
    text
      .split('\n')
      .slice(0, count + 1)
      .join('\n'),
  )
}

/** All games with their index, for which a call would wait while a thread builds it. */
export function allGames(): Promise<GameFiles> {
  return writeOnce('all', (text) => text)
}

function writeOnce(name: string, select: (text: string) => string): Promise<GameFiles> {
  const known = written.get(name)
  if (known !== undefined) return known
  const folder = createTemporaryFolder()
  process.once('exit', folder.remove)
  const files = gameFilesOf(folder.path, select(readFileSync(shipped, 'utf8')))
  written.set(name, files)
  return files
}
