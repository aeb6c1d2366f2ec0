// Lists the test files and what each of them declares (`test/declare.ts`), read from their source text.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

export interface Declarations {
  /** Undefined if the file does not declare it. */
  readonly engines: readonly string[] | undefined
  /** Why the file skips an engine. */
  readonly because: string | undefined
  readonly needs: readonly string[]
  readonly isSlow: boolean
  /** Why `npm run test:quick` leaves it out. */
  readonly whySlow: string | undefined
  /** What `npm run test:long` adds to it. */
  readonly longVersion: string | undefined
  /** Whether it may not share a process with other files. */
  readonly isAlone: boolean
}

export interface TestFile extends Declarations {
  /** From the root of the project, with slashes. */
  readonly path: string
}

/** Those with clients of others need packages of their own, and run with `npm run test:clients`. */
export const clientsFolder = 'test/clients'

/** The files of `npm test`, or those of `npm run test:clients`. */
export function allTestFiles(suite: 'all' | 'clients' = 'all'): TestFile[] {
  const found = globSync('test/**/*.test.ts', { cwd: root, exclude: (name) => name === 'node_modules' })
  const isOfClients = (path: string) => path.replaceAll('\\', '/').startsWith(`${clientsFolder}/`)
  const paths = found.filter((path) => isOfClients(path) === (suite === 'clients'))
  return paths.map((path) => readTestFile(path.replaceAll('\\', '/'))).sort((a, b) => (a.path < b.path ? -1 : 1))
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
  const named = relative(root, absolute).replaceAll('\\', '/')
  if (existsSync(absolute)) return statSync(absolute).isDirectory() ? path.startsWith(`${named}/`) : path === named
  return path.endsWith(`/${word}`)
}

function readTestFile(path: string): TestFile {
  return { path, ...readDeclarations(readFileSync(join(root, path), 'utf8')) }
}

export function readDeclarations(text: string): Declarations {
  const engines = argumentsOf(text, 'runsOn')
  const because = /because:\s*(['"`])(?<because>.*?)\1/s.exec(engines ?? '')?.groups?.because
  return {
    engines: engines === undefined ? undefined : literals(engines.replace(/\{.*\}/s, '')),
    because,
    needs: literals(argumentsOf(text, 'needs') ?? ''),
    isSlow: argumentsOf(text, 'isSlow') !== undefined,
    whySlow: literals(argumentsOf(text, 'isSlow') ?? '')[0],
    longVersion: literals(argumentsOf(text, 'hasLongVersion') ?? '')[0],
    isAlone: argumentsOf(text, 'needsOwnProcess') !== undefined,
  }
}

/** The text between the brackets of a call at the beginning of a line. */
function argumentsOf(text: string, name: string): string | undefined {
  return new RegExp(`^${name}\\((?<given>.*?)\\)$`, 'ms').exec(text)?.groups?.given
}

function literals(text: string): string[] {
  return [...text.matchAll(/'([^']*)'/g)].map(([, literal = '']) => literal)
}
