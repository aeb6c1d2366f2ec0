// Types, lint and format, as jobs for the queue of the test runner. The whole run checks everything. A quick run checks
// what changed since the last quick run that found nothing, or since it was fetched.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const lintAndFormat = 'lint and format'

/**
 * For the compiler and the linter of promises, which end after some seconds: they use more memory instead of tidying up
 * all the time, which takes a fifth of what they do.
 */
const untidyGo = { GOGC: 'off', GOMEMLIMIT: '2GiB' }

/** None for a quick run in a clone that is as it was fetched. */
export function checkJobs({ root, isQuick, onResult }) {
  const tools = join(root, 'test/tools/node_modules/.bin')
  const cache = join(root, 'node_modules/.cache')
  if (isQuick && isAsFetched(root, cache)) return []
  const incremental = (name) =>
    isQuick ? ['--incremental', '--tsBuildInfoFile', join(cache, `types-of-${name}.tsbuildinfo`)] : []
  // Four checkers at once, the default, check what the files share four times: 22 s of processor time instead of 12.
  const types = ['--noEmit', '--checkers', '1', '-p']
  const check = (name, tool, args) => ({
    command: resolve(tools, tool),
    args,
    env: untidyGo,
    onEnd: (result) => onResult(name, result),
  })

  /** A check of single files. `all` are the arguments for the whole project. */
  function fileCheck(name, { tool, args, all, extensions, settings }) {
    const whole = check(name, tool, [...args, ...all])
    if (!isQuick) return whole
    const stamp = stampOf(cache, name)
    const startedAt = Date.now()
    const changed = changedFiles(root, stamp, settings)
    const chosen = changed?.filter((path) => extensions.test(path))
    if (chosen?.length === 0) return { ...whole, command: process.execPath, args: ['--version'] }
    const job = chosen === undefined ? whole : check(name, tool, [...args, ...chosen])
    const onEnd = (result) => {
      mkdirSync(cache, { recursive: true })
      if (result.status === 0) writeFileSync(stamp, String(startedAt))
      job.onEnd(result)
    }
    return { ...job, onEnd }
  }

  return [
    check('types', 'tsc', [...types, '.', ...incremental('all')]),
    check('types of the panel', 'tsc', [...types, 'panel', ...incremental('panel')]),
    check('types of the overlay', 'tsc', [...types, 'overlay', ...incremental('overlay')]),
    check('types of the deck', 'tsc', [...types, 'deck', ...incremental('deck')]),
    check('types of the extension', 'tsc', [...types, 'extension', ...incremental('extension')]),
    fileCheck(lintAndFormat, {
      tool: 'biome',
      args: ['check', '--error-on-warnings', '--no-errors-on-unmatched'],
      all: ['.'],
      extensions: /\.(?:tsx?|mjs|js|json|css)$/,
      settings: ['biome.json'],
    }),
    fileCheck('lint: floating promises', {
      tool: process.execPath,
      args: [join(root, 'scripts/lint-promises.mjs')],
      all: [],
      extensions: /^(?:src|panel|sdk|overlay|deck|test|bench|scripts)\/.*\.(?:tsx?|mjs)$/,
      settings: ['.oxlintrc.json', 'tsconfig.json'],
    }),
  ]
}

function stampOf(cache, name) {
  return join(cache, `checked-${name.replaceAll(/\W+/g, '-')}`)
}

function isAsFetched(root, cache) {
  try {
    return !existsSync(stampOf(cache, lintAndFormat)) && notPublished(root).length === 0
  } catch {
    return false
  }
}

/** The files to check; undefined if all have to be. */
function changedFiles(root, stamp, settings) {
  try {
    const changed = existsSync(stamp) ? newerThan(root, Number(readFileSync(stamp, 'utf8'))) : notPublished(root)
    if (changed.some((path) => settings.includes(path))) return undefined
    return changed.filter((path) => existsSync(join(root, path)))
  } catch {
    // Not a clone, or no git.
    return undefined
  }
}

/** The files that were written after the last good check. */
function newerThan(root, time) {
  const files = git(root, 'ls-files', '--cached', '--others', '--exclude-standard')
  return files.filter((path) => existsSync(join(root, path)) && statSync(join(root, path)).mtimeMs >= time)
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
