import { setTimeout as delay } from 'node:timers/promises'
import { launchLikeObs, openOverlay } from '../../test/browser/overlay-browser.ts'
import { createStageServer } from '../../test/browser/overlay-stage.ts'
import type { Browser, Page } from '../../test/tools/playwright.ts'
import { busySeconds } from '../alone/settle.ts'
import type { Part } from '../bench.ts'
import { differences, median } from '../median.ts'
import { createEvening } from '../widgets/evening.ts'

/** Of 60 a second, one was missed. */
const longFrameMs = 25
const mostRounds = 3
/** Modules and fonts are loaded. */
const settleMs = 4_000
/** Longer than the credits roll: what still moves then never stops, and is no idle page. */
const restMs = 60_000

/** In percent of one core: with more, frames are late because of other programs. */
const mostOthers = 30

interface Round {
  /** In percent. */
  readonly longFrames: number
  readonly frames: number
  /** In percent of one core, all processes of the browser. */
  readonly idle: number
  /** What other programs took while frames were counted, in percent of one core. */
  readonly others: number
}

/** Twenty widgets on one page, beside the same page with none, which alternate. */
export const widgetsPart: Part = {
  name: 'widgets',
  async run(bench) {
    const { sizes } = bench
    const stage = await createStageServer()
    bench.closeAtEnd(stage.close)
    const browser = await launchLikeObs()
    bench.closeAtEnd(() => browser.close())
    const evening = createEvening(stage)
    bench.closeAtEnd(evening.end)

    async function settle(page: Page): Promise<void> {
      if (sizes.sharesProcesses) return
      await delay(settleMs)
      const hasEnded = () => document.getAnimations().every(({ playState }) => playState !== 'running')
      await page.waitForFunction(hasEnded, undefined, { timeout: restMs })
    }

    async function measure(hasWidgets: boolean): Promise<Round> {
      const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
      const { page } = await openOverlay(context, stage.link)
      if (hasWidgets) {
        evening.show()
        await page.locator('[data-type="goal"] .amount').waitFor()
      }
      await settle(page)
      const before = await processorSeconds(browser)
      const began = performance.now()
      await delay(sizes.idleSeconds * 1000)
      const idle = ((await processorSeconds(browser)) - before) / ((performance.now() - began) / 1000)
      if (hasWidgets) evening.begin()
      const [busyBefore, ownBefore, from] = [busySeconds(), await ownSeconds(browser), performance.now()]
      const frames = await framesOf(page, sizes.idleSeconds * 1000)
      const own = (await ownSeconds(browser)) - ownBefore
      const others = (busySeconds() - busyBefore - own) / ((performance.now() - from) / 1000)
      evening.end()
      await context.close()
      const long = frames.filter((ms) => ms > longFrameMs)
      const longFrames = (long.length / Math.max(frames.length, 1)) * 100
      return { idle: idle * 100, others: others * 100, frames: frames.length, longFrames }
    }

    const rounds: Record<'empty' | 'widgets', Round[]> = { empty: [], widgets: [] }
    for (let round = 0; round < Math.min(sizes.rounds, mostRounds); round++) {
      bench.say(`  round ${round + 1}`)
      rounds.empty.push(await measure(false))
      rounds.widgets.push(await measure(true))
    }
    const all = (which: keyof typeof rounds, what: keyof Round) => rounds[which].map((one) => one[what])
    const of = (which: keyof typeof rounds, what: keyof Round) => median(all(which, what))
    const moreThanEmpty = (what: 'longFrames' | 'idle') =>
      differences(all('widgets', what), all('empty', what)).map((percent) => Math.max(percent, 0))
    const percent = (value: number) => `${value.toFixed(2)} %`
    const others = of('widgets', 'others')
    return {
      measured: {
        'widgets/long-frames': {
          rounds: moreThanEmpty('longFrames'),
          note: `${percent(of('widgets', 'longFrames'))} of ${of('widgets', 'frames')} frames instead of ${percent(of('empty', 'longFrames'))}`,
          // Processor time is the same on a busy machine, but frames are late.
          ...(others > mostOthers && { problem: `void: other programs took ${others.toFixed(0)} % of a core` }),
        },
        'widgets/idle': {
          rounds: moreThanEmpty('idle'),
          note: `${percent(of('widgets', 'idle'))} of a core instead of ${percent(of('empty', 'idle'))}`,
        },
      },
    }
  },
}

/** Of all processes of the browser, since they started. */
async function processorSeconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
}

/** Of the browser and of this process, which feeds it. */
async function ownSeconds(browser: Browser): Promise<number> {
  const { user, system } = process.cpuUsage()
  return (await processorSeconds(browser)) + (user + system) / 1e6
}

/** How long each frame took, in milliseconds. */
function framesOf(page: Page, ms: number): Promise<number[]> {
  return page.evaluate((duration) => {
    return new Promise<number[]>((resolve) => {
      const frames: number[] = []
      const began = performance.now()
      let before = began
      const step = (now: number) => {
        if (now > before) frames.push(now - before)
        before = now
        if (now - began < duration) requestAnimationFrame(step)
        else resolve(frames)
      }
      requestAnimationFrame(step)
    })
  }, ms)
}
