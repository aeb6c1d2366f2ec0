import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer, text as readText } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { isSlow } from '../declare.ts'

isSlow('it runs npm three times')

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The same advisory in the form in which the registry answers the bulk request of npm. */
const advisory = {
  id: 1,
  url: 'https://advisories.example/1',
  title: 'Everything is wrong',
  severity: 'high',
  vulnerable_versions: '<999.0.0',
  cwe: [],
  cvss: { score: 8, vectorString: null },
}

/** Runs the audit with the real npm against a registry that answers so. */
async function audit(answer: { readonly status: number; readonly body: unknown }) {
  const asked: string[] = []
  const registry = createServer(async (req, res) => {
    const isAudit = req.url?.endsWith('/advisories/bulk') === true
    const sent = await buffer(req)
    const body = req.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
    if (isAudit) asked.push(...Object.keys(JSON.parse(body.toString())))
    // npm looks up the versions of a vulnerable package, to find one that is not.
    const found = isAudit ? answer : { status: 200, body: { name: req.url?.slice(1), versions: {}, 'dist-tags': {} } }
    res.writeHead(found.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(found.body))
  })
  await new Promise<void>((resolve) => void registry.listen(0, '127.0.0.1', resolve))
  const { port } = registry.address() as AddressInfo
  const child = spawn(process.execPath, [join(root, 'scripts/audit-dependencies.mjs')], {
    env: { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_fetch_retries: '0' },
  })
  const [code, ...texts] = await Promise.all([
    new Promise<number | null>((resolve) => void child.on('close', resolve)),
    readText(child.stdout),
    readText(child.stderr),
  ])
  await new Promise((resolve) => void registry.close(resolve))
  return { code, text: texts.join(''), asked }
}

describe('the audit of dependencies', () => {
  it('asks for what a user installs, and passes if nothing is known', async () => {
    const { code, text, asked } = await audit({ status: 200, body: {} })
    assert.deepEqual([code, /^No known vulnerability in \d+ packages\.\n$/.test(text)], [0, true], text)
    assert.ok(asked.includes('ws') && asked.includes('pg'), asked.join(' '))
  })

  it('names a vulnerable package, and fails', async () => {
    const { code, text } = await audit({ status: 200, body: { ws: [advisory] } })
    assert.equal(code, 1, text)
    assert.match(text, /^ws .*high: Everything is wrong \(https:\/\/advisories\.example\/1\)$/m)
  })

  it('fails in another way if the registry gives no answer', async () => {
    const { code, text } = await audit({ status: 500, body: {} })
    assert.deepEqual([code, text], [2, 'The registry gave no answer about vulnerabilities.\n'])
  })
})
