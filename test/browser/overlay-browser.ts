import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from '../tools/playwright.ts'

/** What sounded at one moment: how loud in all, and how loud each pitch that was asked for. */
export interface Heard {
  readonly at: number
  readonly peak: number
  /** The loudest pitch. */
  readonly hertz: number
  /** In decibels, by pitch. */
  readonly levels: Readonly<Record<string, number>>
}

/**
 * Chromium as OBS runs it: sound without a click, frames of other origins in other processes. CHROMIUM names another
 * browser, such as one of OBS's age.
 */
export async function launchLikeObs({ mayPlay = true, args = [] as readonly string[] } = {}): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  if (!existsSync(executablePath)) {
    throw new Error(`Browser tests need Chromium at ${executablePath}: install it, or set CHROMIUM to its path.`)
  }
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Desktop builds have it by default, the bare shell that tests may run on does not.
      '--site-per-process',
      ...(mayPlay ? ['--autoplay-policy=no-user-gesture-required'] : []),
      ...args,
    ],
  })
}

/** A window that writes down faults and everything it hears. Reading them touches the page in no way. */
export async function openOverlay(context: BrowserContext, address: string, { waits = true } = {}) {
  const page = await context.newPage()
  const faults: string[] = []
  const heard: Heard[] = []
  page.on('console', (message) => {
    const text = message.text()
    if (text.startsWith('TAP ')) heard.push(JSON.parse(text.slice(4)))
    else if (message.type() === 'error' && !/ERR_CONNECTION|ERR_EMPTY|WebSocket/.test(text)) faults.push(text)
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('dialog', (dialog) => faults.push(`dialog ${dialog.message()}`))
  await page.addInitScript(tap)
  await page.goto(address)
  if (waits) await page.locator('body[data-connected="true"]').waitFor({ state: 'attached' })
  return { page, faults, heard }
}

export type OverlayWindow = Awaited<ReturnType<typeof openOverlay>>

export async function transparentShot(page: Page): Promise<Buffer> {
  return page.screenshot({ omitBackground: true })
}

/** Listens where sound leaves a page, whatever the page's own code does. */
function tap(): void {
  const pitches = [220, 330, 440, 550, 660, 880, 1100]
  const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode) => AudioNode
  const tapped = new WeakSet<AudioNode>()
  AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode, ...rest: never[]) {
    if (to instanceof AudioDestinationNode && !tapped.has(this)) {
      tapped.add(this)
      const meter = this.context.createAnalyser()
      meter.fftSize = 4096
      meter.smoothingTimeConstant = 0
      connect.call(this, meter)
      const wave = new Float32Array(meter.fftSize)
      const bins = new Float32Array(meter.frequencyBinCount)
      const binHertz = this.context.sampleRate / meter.fftSize
      setInterval(() => {
        meter.getFloatTimeDomainData(wave)
        const peak = wave.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
        if (peak < 0.01) return
        meter.getFloatFrequencyData(bins)
        let loudest = 0
        bins.forEach((level, index) => {
          if (level > (bins[loudest] ?? 0)) loudest = index
        })
        const level = (hertz: number) => Math.round(bins[Math.round(hertz / binHertz)] ?? -200)
        const levels = Object.fromEntries(pitches.map((hertz) => [hertz, level(hertz)]))
        console.log(`TAP ${JSON.stringify({ at: Date.now(), peak, hertz: Math.round(loudest * binHertz), levels })}`)
      }, 40)
    }
    return (connect as (...to: unknown[]) => AudioNode).call(this, to, ...rest)
  } as typeof AudioNode.prototype.connect
}
