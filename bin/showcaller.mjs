#!/usr/bin/env node
// The way in. Plain JavaScript, so that an older Node can still say what is missing or hand over to the right one.
import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

const needed = 24
const root = fileURLToPath(new URL('..', import.meta.url))

if (Number(process.versions.node.split('.')[0]) >= needed) {
  const { enableCompileCache } = await import('node:module')
  // Before anything else is imported: it more than halves the start.
  enableCompileCache()
  const source = `${root}src/main.ts`
  const { main } = await import(pathToFileURL(existsSync(source) ? source : `${root}dist/main.js`).href)
  await main(process.argv.slice(2))
} else {
  await handOver(`${root}node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`)
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
