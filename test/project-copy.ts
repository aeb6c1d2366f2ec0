import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { baseLanguageOf } from '../src/kernel/text/languages.ts'
import type { Catalogue } from '../src/kernel/text/message.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What `.gitignore` leaves out, and the history. */
const notCopied = new Set(['node_modules', '.git', '.cache', 'dist'])
const notCopiedFromRoot = new Set(['data', 'release'].map((name) => join(root, name)))
const generators = ['openapi', 'asyncapi', 'reference', 'sdk']

export type ProjectCopy = ReturnType<typeof copyProject>

/** A copy of the whole project, to change it and to run its generators and tests. */
export function copyProject() {
  const { path: folder, remove } = createTemporaryFolder()
  const isCopied = (from: string) => !notCopied.has(basename(from)) && !notCopiedFromRoot.has(from)
  cpSync(root, folder, { recursive: true, filter: isCopied })
  for (const packages of ['node_modules', 'tracing/node_modules', 'test/tools/node_modules']) {
    symlinkSync(join(root, packages), join(folder, packages), 'dir')
  }
  // A test that runs tests must not be taken for one of them.
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const shared = createTemporaryFolder()
  const env = { ...inherited, SHOWCALLER_TEST_ENGINE: 'sqlite', SHOWCALLER_TEST_SHARED: shared.path }
  const run = (program: string, args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8', env })
    return { isFine: status === 0, output: `${stdout}${stderr}` }
  }

  return {
    folder,
    remove() {
      remove()
      shared.remove()
    },
    read: (path: string) => readFileSync(join(folder, path), 'utf8'),

    /** `npm run openapi` and the others that write generated files, in one process that loads the sources once. */
    generate(): void {
      const program = generators.map((name) => `await import('./scripts/write-${name}.ts')`).join('\n')
      execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: folder, env, stdio: 'pipe' })
    },

    /** Adds texts that have no translation yet to every catalogue, in English; not to those over another one. */
    translate(): void {
      const listing = execFileSync(process.execPath, ['scripts/list-messages.ts'], {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 16 * 1024 * 1024,
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const english = (JSON.parse(listing) as Catalogue).texts
      const catalogues = readdirSync(join(folder, 'catalogues')).filter(
        (file) => file.endsWith('.json') && baseLanguageOf(basename(file, '.json')) === undefined,
      )
      for (const file of catalogues) {
        const path = join(folder, 'catalogues', file)
        const { locale, texts } = JSON.parse(readFileSync(path, 'utf8')) as Catalogue
        // One over another language has only what differs.
        if (baseLanguageOf(locale) !== undefined) continue
        const all = { ...english, ...texts }
        const sorted = Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        writeFileSync(path, `${JSON.stringify({ locale, texts: sorted }, null, 2)}\n`)
      }
    },

    compile: (project: string) =>
      run(join(root, 'test/tools/node_modules/.bin/tsc'), ['--noEmit', '--checkers', '1', '-p', project]),

    /** Files share a process, as in `npm test`: to load the sources takes longer than most of them. */
    test(files: readonly string[]) {
      const isAlone = (file: string) => /^needsOwnProcess\(/m.test(readFileSync(join(folder, file), 'utf8'))
      const { alone = [], together = [] } = Object.groupBy(files, (file) => (isAlone(file) ? 'alone' : 'together'))
      const results = [together, ...alone.map((file) => [file])]
        .filter(({ length }) => length > 0)
        .map((group) => run(process.execPath, ['scripts/run-test-files.mjs', join(shared.path, 'record'), ...group]))
      return {
        isFine: results.every(({ isFine }) => isFine),
        output: results.map(({ output }) => output).join(''),
      }
    },
  }
}
