import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const root = join(import.meta.dirname, '../..')
const sources = globSync('{src,overlay,deck,extension,panel/src,bin}/**/*.{ts,tsx,js,mjs}', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**'],
})

const linesOf = new Map(sources.map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n')]))

/** Every line of the product that matches, as `file: line`, except in the files that are listed with the reason. */
function found(pattern: RegExp, allowed: readonly string[] = []): string[] {
  return [...linesOf]
    .filter(([file]) => !allowed.includes(file))
    .flatMap(([file, lines]) => lines.filter((line) => pattern.test(line)).map((line) => `${file}: ${line.trim()}`))
}

describe('the sources of the product', () => {
  it('are found', () => {
    assert.ok(sources.includes('src/app.ts') && sources.includes('overlay/effect-frame.ts') && sources.length > 700)
  })

  it('run no code that is made from text, except the file of the bundle and in the closed frame of an effect', () => {
    const pattern = /\beval\(|\.eval\b|new Function\(|\bvm\.|'node:vm'|setTimeout\(['"`]/
    assert.deepEqual(found(pattern, ['bin/compiled-code.mjs', 'overlay/effect-frame.ts']), [])
  })

  it('make no markup from text, except in the closed frame of an effect', () => {
    const pattern = /\.(?:inner|outer)HTML\s*=[^=]|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML/
    assert.deepEqual(found(pattern, ['overlay/effect-frame.ts']), [])
  })

  it('start programs without a shell, in four places', () => {
    // The start finds the right Node; espeak-ng gets its text by standard input; tunnels get the operator's words;
    // the browser of a first start gets the path of a file of ours.
    const places = [
      'bin/pinned-node.mjs',
      'bin/showcaller.mjs',
      'src/cli/open-browser.ts',
      'src/capabilities/kick-reach/run-program.ts',
      'src/capabilities/speech/espeak.ts',
    ]
    assert.deepEqual(found(/child_process|\bspawn(?:Sync)?\(|\bexec(?:File|Sync|FileSync)\(/, places), [])
    for (const file of places) assert.doesNotMatch(readFileSync(join(root, file), 'utf8'), /shell: true/)
  })

  it('check every certificate, and follow no redirect of a service', () => {
    assert.deepEqual(found(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/), [])
    const fetching = sources.filter((file) => /\bawait fetch\(/.test(readFileSync(join(root, file), 'utf8')))
    const onServer = fetching.filter((file) => file.startsWith('src/') && !file.includes('/page/'))
    assert.deepEqual(onServer.sort(), [
      'src/capabilities/speech/http-engine.ts',
      // To the address that the person at the terminal names.
      'src/cli/listen.ts',
      'src/platforms/calls/http-exchange.ts',
      'src/platforms/discord/rest.ts',
      'src/platforms/donations/ask-provider.ts',
      'src/platforms/emotes/fetch-set.ts',
      'src/platforms/youtube/chat-stream.ts',
    ])
    for (const file of onServer) assert.match(readFileSync(join(root, file), 'utf8'), /redirect: 'manual'/)
  })

  it('use approved algorithms only: AES-256-GCM, SHA-256, HMAC, HKDF, scrypt', () => {
    // Redis names its scripts by SHA-1; nothing depends on it being hard to forge.
    const hashes = found(/createHash\((?!'sha256'\))/, ['src/cluster/shared-limiter.ts'])
    assert.deepEqual(hashes, [])
    // One-time codes are HMAC-SHA-1 by their standard (RFC 6238), and authenticator apps know no other.
    assert.deepEqual(found(/createHmac\((?!'sha256',)/, ['src/capabilities/sign-in/one-time-codes.ts']), [])
    assert.deepEqual(found(/'aes-(?!256-gcm')|'des-|'rc4|md5/i), [])
  })

  it('take no secret, id or code from Math.random', () => {
    // Pauses before a retry, pictures, sounds, and what a command calls random.
    const harmless = [
      /(?:Ms|wait|tries|speed|depth|data|reconnectStrategy|pauseMs|probeEveryMs)/i,
      /\bchance\b|\brandom = /,
    ]
    const others = found(/Math\.random/).filter(
      (line) => !line.startsWith('overlay/') && !harmless.some((pattern) => pattern.test(line)),
    )
    assert.deepEqual(others, [])
  })
})
