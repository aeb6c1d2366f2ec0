import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createEspeak } from '../../src/capabilities/speech/espeak.ts'
import { eventually, within } from '../eventually.ts'

describe('espeak-ng where it is not installed', () => {
  it('says so, and offers no voices', async () => {
    const missing = createEspeak({ program: 'espeak-ng-that-is-not-there' })
    await assert.rejects(missing.synthesize({ text: 'Hello' }), {
      reason: 'not_installed',
      message: 'espeak-ng is not installed.',
    })
    assert.deepEqual(await missing.voices(), [])
  })
})

describe('a speech program that misbehaves', {
  skip: process.platform === 'win32' ? 'needs a shell script' : false,
}, () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'showcaller-espeak-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  function program(name: string, script: string): string {
    const path = join(folder, name)
    writeFileSync(path, `#!/bin/sh\n${script}\n`)
    chmodSync(path, 0o755)
    return path
  }
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  it('is killed when its time is up', async () => {
    const note = join(folder, 'pid')
    const slow = program('slow', `if [ "$1" = --voices ]; then exit 0; fi; echo $$ > ${note}; exec sleep 600`)
    const { existsSync, readFileSync } = await import('node:fs')
    const pidOf = () => (existsSync(note) ? Number(readFileSync(note, 'utf8')) : 0)
    // On a busy machine the time may be up before the program has begun; then it gets more.
    for (let timeoutMs = 500; pidOf() === 0; timeoutMs *= 2) {
      const speaking = createEspeak({ program: slow, timeoutMs }).synthesize({ text: 'Hello' })
      await assert.rejects(speaking, { reason: 'timed_out' })
    }
    const pid = pidOf()
    await eventually('the program to be gone', () => !isAlive(pid))
  })

  it('is killed when nobody waits any more', async () => {
    const slow = createEspeak({ program: program('slow2', 'if [ "$1" = --voices ]; then exit 0; fi; exec sleep 600') })
    const speaking = slow.synthesize({ text: 'Hello', signal: AbortSignal.timeout(100) })
    await within('the program to be stopped', assert.rejects(speaking, { reason: 'stopped' }))
  })

  it('is stopped when it speaks without end', async () => {
    const endless = createEspeak({
      program: program('endless', 'if [ "$1" = --voices ]; then exit 0; fi; exec cat /dev/zero'),
    })
    await assert.rejects(endless.synthesize({ text: 'Hello' }), { reason: 'too_large' })
  })

  it('fails cleanly when it exits or answers with something else', async () => {
    const failing = createEspeak({ program: program('failing', 'exit 1') })
    await assert.rejects(failing.synthesize({ text: 'x'.repeat(100_000) }), { reason: 'failed' })
    const chatting = createEspeak({ program: program('chatting', 'echo hello') })
    await assert.rejects(chatting.synthesize({ text: 'Hello' }), { reason: 'failed' })
  })

  it('never gets the text or a strange voice as an argument', async () => {
    const note = join(folder, 'args')
    const noting = createEspeak({ program: program('noting', `echo "$@" >> ${note}; exit 1`) })
    await assert.rejects(noting.synthesize({ text: '--help; rm -rf /', voice: '--path=/etc' }))
    const { readFileSync } = await import('node:fs')
    assert.deepEqual(readFileSync(note, 'utf8').trim().split('\n'), ['--voices', '-v en-us -s 165 --stdin --stdout'])
  })
})
