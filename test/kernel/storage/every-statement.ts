import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { allStatements, type Statement } from '../../../src/kernel/storage/database.ts'

const source = join(import.meta.dirname, '../../../src')

/** Every statement of the project, each once. */
export async function everyStatement(): Promise<Statement[]> {
  for (const file of globSync('**/*.ts', { cwd: source })) {
    // Threads and the way in do something when they are imported; everything else only says what it is.
    if (file === 'main.ts' || /\b(parentPort|workerData)\b/.test(readFileSync(join(source, file), 'utf8'))) continue
    await import(pathToFileURL(join(source, file)).href)
  }
  const { createRanking } = await import('../../../src/capabilities/viewers/ranking.ts')
  for (const board of ['points', 'watch'] as const) createRanking(board)
  return [...new Map(allStatements().map((one) => [one.text, one])).values()]
}
