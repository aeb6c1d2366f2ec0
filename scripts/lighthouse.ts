// Measures every page of the panel with Lighthouse: accessibility must be 100, best practices at least 95. Not part of
// `npm test`: its packages are 180 MB, and it waits ten seconds per page, because an open event stream never lets the
// network become idle. The tests use axe, as Lighthouse does. `npm run lighthouse` needs the test tools.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { panelPages } from '../src/contract/panel-pages.ts'
import { createTestApp } from '../test/create-test-app.ts'
import { freePort } from '../test/free-port.ts'
import { pressSignIn, sessionIn } from '../test/sign-in-link.ts'
import { chromium } from '../test/tools/playwright.ts'

const release = '13.5.0'
const every = panelPages.flatMap(({ samples }) => samples).filter((path) => !path.includes('{'))
/** The pages named on the command line, or all. */
const paths = process.argv.length > 2 ? process.argv.slice(2) : every

interface Report {
  readonly lhr: {
    readonly categories: Readonly<
      Record<
        string,
        { readonly id: string; readonly score: number | null; readonly auditRefs: readonly { readonly id: string }[] }
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
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', `--remote-debugging-port=${port}`] })
try {
  const link = await app.ctx.sessions.makeLink(app.channel)
  const Cookie = sessionIn(await pressSignIn(`${app.url}/sign-in?link=${link}`)) ?? ''
  for (const path of paths) {
    const { lhr } = await lighthouse(app.url + path, {
      port,
      onlyCategories: ['accessibility', 'best-practices', 'performance'],
      extraHeaders: { Cookie },
      logLevel: 'silent',
      formFactor: 'desktop',
      screenEmulation: { mobile: false, width: 1440, height: 900, deviceScaleFactor: 1, disabled: false },
      throttlingMethod: 'provided',
      maxWaitForLoad: 10_000,
      disableStorageReset: true,
    })
    const scores = Object.values(lhr.categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)] as const)
    const missed = ['accessibility', 'best-practices']
      .flatMap((id) => lhr.categories[id]?.auditRefs ?? [])
      .filter(({ id }) => (lhr.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id)
    const words = [scores.map((one) => one.join(' ')).join(', '), ...missed, lhr.runtimeError?.message ?? '']
    process.stdout.write(`${path} ${words.join(' ').trim()}\n`)
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
