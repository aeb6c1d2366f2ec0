// Types, lint and format, as jobs for the queue of the test runner. The whole run checks everything. A quick run checks
// what changed since the last quick run that found nothing.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * For the compiler and the linter of promises, which end after some seconds: they use more memory instead of tidying up
 * all the time, which takes a fifth of what they do.
 */
const untidyGo = { GOGC: 'off', GOMEMLIMIT: '2GiB' }

export function checkJobs({ root, isQuick, onResult }) {
  const tools = join(root, 'test/tools/node_modules/.bin')
  const cache = join(root, 'node_modules/.cache')
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
    const stamp = join(cache, `checked-${name.replaceAll(/\W+/g, '-')}`)
    const startedAt = Date.now()
    const changed = changedSince(root, stamp, settings)
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
    fileCheck('lint and format', {
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

/** The files that are newer than the last good check; undefined if all have to be checked. */
function changedSince(root, stamp, settings) {
  if (!existsSync(stamp)) return undefined
  const since = Number(readFileSync(stamp, 'utf8'))
  const isNewer = (path) => existsSync(join(root, path)) && statSync(join(root, path)).mtimeMs >= since
  if (settings.some(isNewer)) return undefined
  const args = ['ls-files', '--cached', '--others', '--exclude-standard']
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter((path) => path !== '' && isNewer(path))
  } catch {
    // Not a checkout, or no git.
    return undefined
  }
}
