// Measures every page with Lighthouse: those of the panel, the sign-in pages, the overlay, a deck, the sandbox page and
// the docs. Accessibility must be 100, best practices at least 95. Not part of `npm test`: its packages are 180 MB, and it
// waits seconds per page, because an open event stream never lets the network become idle. The tests use axe, as Lighthouse
// does, with every rule that it weighs. `npm run lighthouse [-- path ...]` needs the test tools.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pageSamples } from '../src/registry/page-addresses.ts'
import { rulesOfLighthouse } from '../test/browser/axe.ts'
import { createTestApp, type TestApp } from '../test/create-test-app.ts'
import { freePort } from '../test/free-port.ts'
import { pressSignIn, sessionIn } from '../test/sign-in-link.ts'
import { chromium } from '../test/tools/playwright.ts'
import { findProgram } from '../test/tools/programs.mjs'

const release = '13.5.0'
/** Long enough for a page to be drawn. */
const longestLoadMs = 4_000
const docs = [
  '',
  '/panel',
  '/overlay',
  '/performance',
  '/guides/obs',
  '/reference',
  '/reference/add-points',
  '/event-types',
]

interface Address {
  /** As the result names it. */
  readonly name: string
  readonly url: string
  readonly isSignedIn: boolean
}

/** Those that are open to everybody first, because a browser keeps its session. */
async function addresses(app: TestApp): Promise<Address[]> {
  const open = (name: string, url = app.url + name) => ({ name, url, isSignedIn: false })
  const link = `${app.url}/sign-in?link=${await app.ctx.sessions.makeLink(app.channel)}`
  const overlay = await app.ctx.overlays.link(app.channel)
  const key = (await app.ctx.keys.list(app.channel))[0]?.id ?? ''
  const inside = ['/sandbox', ...Object.values(pageSamples).flat(), '/developer/keys/no/such']
  return [
    open('/ (signed out)', `${app.url}/`),
    open('/sign-in (link)', link),
    open('/sign-in (used link)', `${app.url}/sign-in?link=link_wrong`),
    open('/overlay', overlay),
    open('/overlay (incomplete link)', `${app.url}/overlay`),
    open('/deck (no key)', `${app.url}/deck`),
    ...docs.map((path) => open(`/docs${path}`)),
    ...inside.map((path) => ({ name: path, url: app.url + path.replace('{key}', key), isSignedIn: true })),
  ]
}

interface Report {
  readonly lhr: {
    readonly categories: Readonly<
      Record<
        string,
        {
          readonly id: string
          readonly score: number | null
          readonly auditRefs: readonly { readonly id: string; readonly weight: number }[]
        }
      >
    >
    readonly audits: Readonly<Record<string, { readonly score: number | null; readonly errorMessage?: string }>>
    readonly runtimeError?: { readonly message: string }
  }
}
type Lighthouse = (url: string, options: object) => Promise<Report>

const lighthouse = await loadLighthouse()
const app = await createTestApp()
const port = await freePort()
const executablePath = findProgram('chromium-with-extensions')
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', `--remote-debugging-port=${port}`] })
try {
  const link = await app.ctx.sessions.makeLink(app.channel)
  const Cookie = sessionIn(await pressSignIn(`${app.url}/sign-in?link=${link}`)) ?? ''
  const asked = process.argv.slice(2)
  const chosen = (await addresses(app)).filter(({ name }) => asked.length === 0 || asked.includes(name))
  for (const { name, url, isSignedIn } of chosen) {
    const { lhr } = await lighthouse(url, {
      port,
      onlyCategories: ['accessibility', 'best-practices'],
      extraHeaders: isSignedIn ? { Cookie } : {},
      logLevel: 'silent',
      formFactor: 'desktop',
      screenEmulation: { mobile: false, width: 1440, height: 900, deviceScaleFactor: 1, disabled: false },
      throttlingMethod: 'provided',
      maxWaitForLoad: longestLoadMs,
      disableStorageReset: true,
    })
    const scores = Object.values(lhr.categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)] as const)
    const missed = ['accessibility', 'best-practices']
      .flatMap((id) => lhr.categories[id]?.auditRefs ?? [])
      .filter(({ id }) => (lhr.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id)
    const words = [scores.map((one) => one.join(' ')).join(', '), ...missed, lhr.runtimeError?.message ?? '']
    process.stdout.write(`${name} ${words.join(' ').trim()}\n`)
    const weighed = (lhr.categories.accessibility?.auditRefs ?? []).filter(({ weight }) => weight > 0)
    const unknown = weighed.map(({ id }) => id).filter((id) => !rulesOfLighthouse.includes(id))
    if (unknown.length > 0) throw new Error(`The tests do not know rules that Lighthouse weighs: ${unknown.join(', ')}`)
    const of = new Map(scores)
    if ((of.get('accessibility') ?? 0) < 100 || (of.get('best-practices') ?? 0) < 95) process.exitCode = 1
  }
} finally {
  await browser.close()
  await app.close()
}

async function loadLighthouse(): Promise<Lighthouse> {
  const folder = join(tmpdir(), `showcaller-lighthouse-${release}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', `lighthouse@${release}`]
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) throw new Error('npm could not install Lighthouse.')
  const entry = pathToFileURL(join(folder, 'node_modules/lighthouse/core/index.js')).href
  return ((await import(entry)) as { default: Lighthouse }).default
}
