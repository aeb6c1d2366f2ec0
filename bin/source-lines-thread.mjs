// Looks up lines of the source in a thread: reading a source map takes longer than a request may wait.
import { parentPort } from 'node:worker_threads'
import { withSourceLines } from './source-lines.mjs'

parentPort?.on('message', (/** @type {string} */ text) => parentPort?.postMessage({ result: withSourceLines(text) }))
