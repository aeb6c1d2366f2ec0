// Lists the test files and what each of them declares (`test/declare.ts`), read from their source text.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** What a file does not declare is undefined. */
export interface Declarations {
  readonly engines: readonly string[] | undefined
  /** Why the file skips an engine. */
  readonly because: string | undefined
  /** Why it runs on PostgreSQL only in the long run, or when it is named. */
  readonly whyLaterOnPostgres: string | undefined
  readonly needs: readonly string[]
  /** Why `npm run test:quick` leaves it out. */
  readonly whySlow: string | undefined
  /** What `npm run test:long` adds to it. */
  readonly longVersion: string | undefined
  /** Why it may not share a process with other files. */
  readonly whyAlone: string | undefined
}

export interface TestFile extends Declarations {
  /** From the root of the project, with slashes. */
  readonly path: string
}

/** The files of `npm test`; or those of `npm run test:clients`, which need packages of their own. */
export function allTestFiles(suite: 'all' | 'clients' = 'all'): TestFile[] {
  return globSync('test/**/*.test.ts', { cwd: root, exclude: (name) => name === 'node_modules' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.startsWith('test/clients/') === (suite === 'clients'))
    .sort()
    .map((path) => ({ path, ...readDeclarations(readFileSync(join(root, path), 'utf8')) }))
}

/**
 * The files that match a path, a folder, or the end of a path such as `points.test.ts`. Throws if an argument matches
 * none: a run that tests nothing is not a success.
 */
export function chooseTestFiles(all: readonly TestFile[], words: readonly string[], from = process.cwd()): TestFile[] {
  const chosen = words.flatMap((word) => {
    const found = all.filter(({ path }) => isMeant(path, word, from))
    if (found.length === 0) throw new Error(`There is no test file ${word}.`)
    return found
  })
  return all.filter((file) => chosen.includes(file))
}

function isMeant(path: string, word: string, from: string): boolean {
  const absolute = resolve(from, word)
  if (!existsSync(absolute)) return path.endsWith(`/${word}`)
  const named = relative(root, absolute).replaceAll('\\', '/')
  return statSync(absolute).isDirectory() ? path.startsWith(`${named}/`) : path === named
}

export function readDeclarations(text: string): Declarations {
  const [engines, reason = ''] = argumentsOf(text, 'runsOn')?.split('{') ?? []
  const first = (name: string) => {
    const given = argumentsOf(text, name)
    return given === undefined ? undefined : (literals(given)[0] ?? '')
  }
  return {
    engines: engines === undefined ? undefined : literals(engines),
    because: literals(reason)[0],
    whyLaterOnPostgres: first('leavesPostgresToLongRun'),
    needs: literals(argumentsOf(text, 'needs') ?? ''),
    whySlow: first('isSlow'),
    longVersion: first('hasLongVersion'),
    whyAlone: first('needsOwnProcess'),
  }
}

/** The text between the brackets of a call at the beginning of a line. */
function argumentsOf(text: string, name: string): string | undefined {
  return new RegExp(`^${name}\\((?<given>.*?)\\)$`, 'ms').exec(text)?.groups?.given
}

function literals(text: string): string[] {
  return [...text.matchAll(/(['"`])(?<literal>.*?)\1/gs)].map(({ groups }) => groups?.literal ?? '')
}
