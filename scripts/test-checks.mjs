// Types, lint, format and translations, as jobs for the queue of the test runner. The whole run checks everything. A
// quick run checks types, and lint and format of what was changed since it was fetched.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * For the compiler and the linter of promises, which end after some seconds: they use more memory instead of tidying up
 * all the time, which takes a fifth of what they do.
 */
const untidyGo = { GOGC: 'off', GOMEMLIMIT: '2GiB' }

/** None for a quick run in a clone that is as it was fetched. */
export function checkJobs({ root, isQuick, onResult }) {
  const changed = isQuick ? changedFiles(root) : undefined
  if (changed?.length === 0) return []
  const tools = join(root, 'test/tools/node_modules/.bin')
  const check = (name, tool, args) => ({
    command: resolve(tools, tool),
    args,
    env: untidyGo,
    onEnd: (result) => onResult(name, result),
  })
  const incremental = (folder) => [
    '--incremental',
    '--tsBuildInfoFile',
    join(root, `node_modules/.cache/types-of-${folder === '.' ? 'all' : folder}.tsbuildinfo`),
  ]
  // Four checkers at once, the default, check what the files share four times: 22 s of processor time instead of 12.
  const tsc = ['--noEmit', '--checkers', '1', '-p']
  const types = (name, folder) => check(name, 'tsc', [...tsc, folder, ...(isQuick ? incremental(folder) : [])])
  const biome = ['check', '--error-on-warnings', '--no-errors-on-unmatched', '--files-ignore-unknown=true']
  // With another configuration any file may break a rule.
  const linted = changed?.includes('biome.json') ? undefined : changed?.filter((path) => existsSync(join(root, path)))
  const translations = {
    command: process.execPath,
    args: [join(root, 'scripts/check-translations.ts')],
    // What is not translated yet is listed, and fails only a release.
    onEnd: (result) => onResult('translations', result, { hasReport: true }),
  }
  return [
    types('types', '.'),
    ...['panel', 'overlay', 'deck', 'extension'].map((folder) => types(`types of the ${folder}`, folder)),
    check('lint and format', 'biome', [...biome, ...(linted ?? ['.'])]),
    ...(isQuick ? [] : [check('lint: floating promises', process.execPath, [join(root, 'scripts/lint-promises.mjs')])]),
    ...(isQuick ? [] : [translations]),
  ]
}

/** Undefined where that is not known: outside a clone, or where there is no git. */
function changedFiles(root) {
  try {
    return notPublished(root)
  } catch {
    return undefined
  }
}

/**
 * The files of a clone that are not as they were fetched, deleted ones too; the others were checked before they were
 * published. Throws where it is not known what was published.
 * @param {string} root
 * @returns {string[]}
 */
export function notPublished(root) {
  const changed = git(root, 'diff', '--name-only', publishedCommit(root))
  return [...changed, ...git(root, 'ls-files', '--others', '--exclude-standard')]
}

/** The branch that this one follows, or the main one of where it was cloned from. */
function publishedCommit(root) {
  try {
    return git(root, 'rev-parse', '--verify', '@{upstream}')[0]
  } catch {
    return git(root, 'rev-parse', '--verify', 'origin/HEAD')[0]
  }
}

function git(root, ...args) {
  const printed = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return printed.split('\n').filter((line) => line !== '')
}
