// Types, lint and format, as jobs for the queue of the test runner.
import { join, resolve } from 'node:path'

export function checkJobs({ root, isQuick, onResult }) {
  const tools = join(root, 'test/tools/node_modules/.bin')
  // A second quick run checks only what changed since the first. The whole run uses no cache.
  const incremental = (name) =>
    isQuick
      ? ['--incremental', '--tsBuildInfoFile', join(root, `node_modules/.cache/types-of-${name}.tsbuildinfo`)]
      : []
  const check = (name, tool, args) => ({
    command: resolve(tools, tool),
    args,
    onEnd: (result) => onResult(name, result),
  })
  return [
    check('types', 'tsc', ['--noEmit', '-p', '.', ...incremental('all')]),
    check('types of the panel', 'tsc', ['--noEmit', '-p', 'panel', ...incremental('panel')]),
    check('types of the overlay', 'tsc', ['--noEmit', '-p', 'overlay', ...incremental('overlay')]),
    check('types of the extension', 'tsc', ['--noEmit', '-p', 'extension', ...incremental('extension')]),
    check('lint and format', 'biome', ['check', '--error-on-warnings', '.']),
    check('lint: floating promises', process.execPath, [join(root, 'scripts/lint-promises.mjs')]),
  ]
}
