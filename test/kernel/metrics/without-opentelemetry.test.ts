import assert from 'node:assert/strict'
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isSlow, runsOn } from '../../declare.ts'
import { createTemporaryFolder } from '../../temporary-folder.ts'
import { startServer } from '../../trust/server-process.ts'

runsOn('sqlite', { because: 'it starts the program itself, in a clone where little is installed' })
isSlow('it starts a server')

const root = fileURLToPath(new URL('../../../', import.meta.url))

describe('a server with a collector, in a clone without OpenTelemetry', () => {
  const { path: clone, remove } = createTemporaryFolder()
  after(remove)

  it('says so in one sentence, with what to do, and serves', async (t) => {
    for (const part of ['bin', 'src', 'catalogue', 'catalogues', 'package.json'])
      cpSync(join(root, part), join(clone, part), { recursive: true })
    mkdirSync(join(clone, 'tracing'))
    cpSync(join(root, 'tracing/tracer.ts'), join(clone, 'tracing/tracer.ts'))
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
    const server = startServer(join(clone, 'data'), {
      bin: join(clone, 'bin/showcaller.mjs'),
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' },
    })
    t.after(server.kill)
    await server.ready
    const said = server.output().match(/traces are not sent: [^"]+/g)
    assert.deepEqual(said, [
      'traces are not sent: OpenTelemetry is not installed; run npm ci in the folder tracing and restart',
    ])
    assert.equal(await server.stop(), 0)
  })
})
