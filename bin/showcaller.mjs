#!/usr/bin/env node
// The way in. Plain JavaScript, so that an older Node can still say what is missing or hand over to the right one.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const needed = 24
const root = fileURLToPath(new URL('..', import.meta.url))

if (Number(process.versions.node.split('.')[0]) >= needed) {
  const { main } = await import(prepareStart(existsSync(`${root}src`) ? ['src/', '.ts'] : ['dist/', '.js']))
  await main(process.argv.slice(2))
} else {
  await handOver(`${root}node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`)
}

/**
 * Before anything else is imported: what Node has compiled is kept for the next start, and our own files, which name
 * each other by their path and ending, are not searched for. Together that is more than half of a start.
 *
 * @param {string[]} where
 */
function prepareStart([folder, ending]) {
  const { enableCompileCache, registerHooks } = process.getBuiltinModule('node:module')
  const source = new URL(`../${folder}`, import.meta.url).href
  const format = ending === '.ts' ? 'module-typescript' : 'module'
  enableCompileCache()
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const isOurs = specifier.startsWith('.') && specifier.endsWith(ending) && context.parentURL?.startsWith(source)
      if (!isOurs) return nextResolve(specifier, context)
      return { url: new URL(specifier, context.parentURL).href, format, shortCircuit: true }
    },
  })
  return `${source}main${ending}`
}

/** @param {string} node */
async function handOver(node) {
  if (!existsSync(node)) {
    process.stderr.write(`Showcaller needs Node ${needed} or newer; this is ${process.version}.\n`)
    process.exit(2)
  }
  const { spawn } = await import('node:child_process')
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)))
}
