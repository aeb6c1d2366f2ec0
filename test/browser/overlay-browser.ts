import { eventually } from '../eventually.ts'
import { unpackChromium127 } from '../tools/chromium-127.mjs'
import { type Browser, type BrowserContext, chromium, type Page } from '../tools/playwright.ts'
import { findProgram } from '../tools/programs.mjs'

/** What sounded at one moment: how loud in all, and how loud each pitch that was asked for. */
export interface Heard {
  readonly at: number
  readonly peak: number
  /** The loudest pitch, and how loud it is in decibels: where a sound begins or ends the pitch is a guess. */
  readonly hertz: number
  readonly level: number
  /** In decibels, by pitch. */
  readonly levels: Readonly<Record<string, number>>
}

/** The very Chromium inside OBS 31 and 32, where it runs; CHROMIUM names another. */
export async function findObsChromium(): Promise<string> {
  const own = process.env.CHROMIUM === undefined ? await unpackChromium127() : undefined
  return own ?? findProgram('chromium')
}

/** Chromium as OBS runs it: sound without a click, frames of other origins in other processes. */
export async function launchLikeObs({ mayPlay = true, args = [] as readonly string[] } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: await findObsChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Desktop builds have it by default, the bare shell that the tests run on does not.
      '--site-per-process',
      ...(mayPlay ? ['--autoplay-policy=no-user-gesture-required'] : []),
      ...args,
    ],
  })
}

/** For what a page shows: longer than the default, because a busy machine takes its time. */
const patienceMs = 120_000

export const near = (hertz: number) => (heard: Heard) => heard.level > -40 && Math.abs(heard.hertz - hertz) < 20

/** A window that writes down faults and every sound. Reading them touches the page in no way. */
export async function openOverlay(context: BrowserContext, address: string, { waits = true } = {}) {
  // Also for a browser that a test starts itself.
  context.setDefaultTimeout(patienceMs)
  const page = await context.newPage()
  const faults: string[] = []
  const heard: Heard[] = []
  let quietSince = 0
  page.on('console', (message) => {
    const text = message.text()
    if (text.startsWith('TAP ')) heard.push(JSON.parse(text.slice(4)))
    else if (text.startsWith('QUIET ')) quietSince = Number(text.slice(6))
    else if (message.type() === 'error' && !/ERR_(CONNECTION|EMPTY|SOCKET)|WebSocket/.test(text)) faults.push(text)
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('dialog', (dialog) => faults.push(`dialog ${dialog.message()}`))
  await page.addInitScript(tap)
  await page.goto(address)
  if (waits) await page.locator('body[data-connected="true"]').waitFor({ state: 'attached' })
  return {
    page,
    faults,
    heard,

    /** Waits for a sound like that. Sounds arrive by another way than reports, and later. */
    async sounds(isMeant: (heard: Heard) => boolean, what: string): Promise<Heard> {
      let found: Heard | undefined
      const look = async () => {
        found = heard.find(isMeant)
        return found !== undefined
      }
      await eventually(what, look)
      if (found === undefined) throw new Error(what)
      return found
    },

    /** Waits until what was last heard is over. */
    async quiet(): Promise<void> {
      await eventually('the end of all sound', async () => quietSince >= (heard.at(-1)?.at ?? 0))
    },
  }
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
      let isLoud = false
      setInterval(() => {
        meter.getFloatTimeDomainData(wave)
        const peak = wave.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
        if (isLoud && peak < 0.01) console.log(`QUIET ${Date.now()}`)
        isLoud = peak >= 0.01
        if (!isLoud) return
        meter.getFloatFrequencyData(bins)
        let loudest = 0
        bins.forEach((level, index) => {
          if (level > (bins[loudest] ?? 0)) loudest = index
        })
        const level = (hertz: number) => Math.round(bins[Math.round(hertz / binHertz)] ?? -200)
        const levels = Object.fromEntries(pitches.map((hertz) => [hertz, level(hertz)]))
        const hertz = Math.round(loudest * binHertz)
        console.log(`TAP ${JSON.stringify({ at: Date.now(), peak, hertz, level: bins[loudest], levels })}`)
      }, 40)
    }
    return (connect as (...to: unknown[]) => AudioNode).call(this, to, ...rest)
  } as typeof AudioNode.prototype.connect
}
