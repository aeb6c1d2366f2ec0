import { launchLikeObs } from '../../test/browser/overlay-browser.ts'
import type { Page } from '../../test/tools/playwright.ts'

const waitMs = 20_000

/** The real overlay page in the Chromium of OBS, with a tap where the sound leaves its audio graph. */
export async function openBrowser() {
  const browser = await launchLikeObs()

  return {
    async open(address: string) {
      // The tap is a script of its own, which the policy of the page would refuse.
      const context = await browser.newContext({ bypassCSP: true })
      const page = await context.newPage()
      const ear = listenTo(page)
      await page.addInitScript(tap)
      await page.goto(address)
      await page.locator('body[data-connected="true"]').waitFor({ state: 'attached', timeout: waitMs })
      return { ...ear, close: () => context.close() }
    },
    close: () => browser.close(),
  }
}

export type ListeningPage = Awaited<ReturnType<Awaited<ReturnType<typeof openBrowser>>['open']>>

function listenTo(page: Page) {
  let onSound: (at: number) => void = () => {}
  let onQuiet = () => {}
  let isQuiet = true
  page.on('console', (message) => {
    const [word, at] = message.text().split(' ')
    if (word === 'SOUND') {
      isQuiet = false
      onSound(Number(at))
    } else if (word === 'QUIET') {
      isQuiet = true
      onQuiet()
    }
  })
  return {
    /** The time, by the clock of the machine, at which the next sound starts. */
    sound: () => bounded<number>('no sound was played', (resolve) => (onSound = resolve)),

    async quiet(): Promise<void> {
      if (isQuiet) return
      await bounded<void>('the sound did not end', (resolve) => (onQuiet = resolve))
    },
  }
}

function bounded<T>(problem: string, wait: (resolve: (value: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(problem)), waitMs)
    wait((value) => {
      clearTimeout(timer)
      resolve(value)
    })
  })
}

/**
 * Runs in the page. An audio worklet sees every sample in the thread that renders it, so the time it reports does not
 * depend on how busy the page is.
 */
function tap(): void {
  const script = `registerProcessor('tap', class extends AudioWorkletProcessor {
    quiet = 40
    process([input]) {
      let peak = 0
      for (const channel of input) for (const value of channel) if (Math.abs(value) > peak) peak = Math.abs(value)
      if (peak > 0.002) {
        if (this.quiet >= 40) this.port.postMessage('SOUND ' + Date.now())
        this.quiet = 0
      } else if (++this.quiet === 40) this.port.postMessage('QUIET')
      return true
    }
  })`
  const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode) => AudioNode
  const tapped = new WeakSet<AudioNode>()
  AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode, ...rest: never[]) {
    if (to instanceof AudioDestinationNode && !tapped.has(this)) {
      tapped.add(this)
      const { context } = this
      const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
      void context.audioWorklet.addModule(address).then(() => {
        const node = new AudioWorkletNode(context, 'tap')
        node.port.onmessage = ({ data }) => console.log(data)
        connect.call(this, node)
        connect.call(node, to)
      })
    }
    return (connect as (...to: unknown[]) => AudioNode).call(this, to, ...rest)
  } as typeof AudioNode.prototype.connect
}
