import { TextError } from '../src/kernel/text/text-error.ts'
// Sounds that are too long to be decoded as a whole. They are streamed by the browser.

import { messages } from '../src/capabilities/overlay/contract/overlay-texts.ts'

/** Detects a broken streamed file before it is played. */
export async function canPlay(url: string) {
  const element = new Audio()
  try {
    await new Promise((resolve, reject) => {
      element.oncanplay = resolve
      element.onerror = () => reject(new TextError(messages.notASound.of()))
      element.src = url
    })
  } finally {
    element.oncanplay = element.onerror = null
    element.removeAttribute('src')
    element.load()
  }
}

export function playFile(url: string, context: AudioContext, to: AudioNode) {
  const element = new Audio(url)
  const source = new MediaElementAudioSourceNode(context, { mediaElement: element })
  source.connect(to)
  const over = new Promise((resolve) => {
    element.onended = element.onerror = () => resolve(undefined)
  })
  element.play().catch(() => {})
  return {
    durationMs: undefined,
    over,
    tailMs: 0,
    stop() {
      element.pause()
      element.removeAttribute('src')
      element.load()
      source.disconnect()
    },
  }
}
