// Types, lint, format and translations, as jobs for the queue of the test runner. The whole run checks everything. A
// quick run checks types, and lint and format of what was changed since it was fetched.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * For the compiler and the linter of promises, which end after some seconds: they use more memory instead of tidying up
 * all the time, which takes a fifth of what they do.
 */
const untidyGo = { GOGC: 'off', GOMEMLIMIT: '2GiB' }
/** What a check takes, roughly: tests that take longer are started before it. */
const seconds = 15
const withPromises = ['src', 'panel', 'sdk', 'overlay', 'deck', 'test', 'bench', 'scripts', 'tracing']

/** None for a quick run in a clone that is as it was fetched. */
export function checkJobs({ root, isQuick }) {
  const changed = isQuick ? changedFiles(root) : undefined
  if (changed?.length === 0) return []
  const check = (name, command, args) => ({ name, command, args, env: untidyGo, seconds })
  const tool = (name) => join(root, 'test/tools/node_modules/.bin', name)
  const types = (name, folder) => {
    const stored = join(root, 'node_modules/.cache', `${name.replaceAll(' ', '-')}.tsbuildinfo`)
    const incremental = isQuick ? ['--incremental', '--tsBuildInfoFile', stored] : []
    // Four checkers at once, the default, check what the files share four times: 22 s of processor time instead of 12.
    return check(name, tool('tsc'), ['--noEmit', '--checkers', '1', '-p', folder, ...incremental])
  }
  const biome = ['check', '--error-on-warnings', '--no-errors-on-unmatched', '--files-ignore-unknown=true']
  // With another configuration any file may break a rule.
  const isEverything = changed === undefined || changed.includes('biome.json')
  const linted = isEverything ? ['.'] : changed.filter((path) => existsSync(join(root, path)))
  const quick = [
    types('types', '.'),
    ...['panel', 'overlay', 'deck', 'extension'].map((folder) => types(`types of the ${folder}`, folder)),
    check('lint and format', tool('biome'), [...biome, ...linted]),
  ]
  if (isQuick) return quick
  return [
    ...quick,
    { name: 'lint: floating promises', ...lintPromises(root, withPromises), seconds },
    // What is not translated yet is listed, and fails only a release.
    { ...check('translations', process.execPath, ['scripts/check-translations.ts']), isShown: true },
  ]
}

/**
 * The files of a clone that differ from the main branch of where it was fetched from, deleted ones too; the others were
 * checked before they were published. Undefined where that is not known: outside a clone, or where there is no git.
 * @param {string} root
 * @returns {string[] | undefined}
 */
export function changedFiles(root) {
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
  const git = (...args) => execFileSync('git', args, options).split('\n').filter(Boolean)
  try {
    return [...git('diff', '--name-only', 'origin/HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  } catch {
    return undefined
  }
}

/**
 * Finds floating promises: calls of async functions that are neither awaited nor marked with `void`. A forgotten `await`
 * hides errors and, in a transaction, writes after the commit.
 * @param {string} root
 * @param {readonly string[]} paths
 */
export function lintPromises(root, paths) {
  const tools = join(root, 'test/tools/node_modules')
  const config = join(root, '.oxlintrc.json')
  return {
    command: process.execPath,
    args: [join(tools, 'oxlint/bin/oxlint'), '--type-aware', '--threads=1', '-c', config, ...paths],
    // oxlint looks for its type-aware part next to the project's package.json, where test tools are not installed.
    // One thread: several check what the files share several times, 19 s of processor time instead of 13.
    env: { ...untidyGo, OXLINT_TSGOLINT_PATH: join(tools, '.bin/tsgolint'), GOMAXPROCS: '1' },
  }
}
