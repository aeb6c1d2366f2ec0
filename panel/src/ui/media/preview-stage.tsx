import './preview-stage.css'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Language, languages } from '../../../../src/kernel/text/languages.ts'
import type { Catalogue } from '../../../../src/kernel/text/message.ts'
import { catalogueOf } from '../../language.ts'
import { mediaMessages } from '../../messages/media.ts'
import { me, returns } from '../../state.ts'

/** What the frame says: how an effect fares, and what it writes to its console. */
export interface PreviewWord {
  readonly report?: 'ready' | 'shown' | 'finished' | 'failed' | 'warning'
  readonly console?: string
  readonly id?: string
  readonly reason?: string
  readonly text?: string
  /** Where sample items stand, in percent of the stage. */
  readonly boxes?: Readonly<Record<string, { x: number; y: number; width: number; height: number }>>
}

export interface Preview {
  readonly frame: { current: HTMLIFrameElement | null }
  /** Changes when the frame has to be opened again, since the server was away. */
  readonly opened: number
  send(message: Readonly<Record<string, unknown>> & { readonly type: string }): void
}

/** The overlay in a frame of its own, without a server behind it. What is sent before it is there waits. */
export function usePreview(onWord: (word: PreviewWord) => void): Preview {
  const frame = useRef<HTMLIFrameElement>(null)
  const isReady = useRef(false)
  const waiting = useRef(new Map<string, unknown>())
  const hear = useRef(onWord)
  hear.current = onWord
  useEffect(() => {
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      if (source === null || source !== frame.current?.contentWindow || origin !== location.origin) return
      const word = data as PreviewWord
      if (word.report === 'ready') {
        isReady.current = true
        for (const message of waiting.current.values())
          frame.current.contentWindow?.postMessage(message, location.origin)
        waiting.current.clear()
      }
      hear.current(word)
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [])
  const send: Preview['send'] = (message) => {
    if (isReady.current) frame.current?.contentWindow?.postMessage(message, location.origin)
    else waiting.current.set(message.type, message)
  }
  const spoken = me.value?.channel_language ?? 'en'
  useEffect(() => {
    if (spoken !== 'en') void viewersTexts(spoken).then((texts) => send({ type: 'texts', texts }))
  }, [spoken, returns.value])
  const [opened, setOpened] = useState(returns.value)
  useEffect(() => void (isReady.current || setOpened(returns.value)), [returns.value])
  return { frame, opened, send }
}

/** What viewers read on the overlay, in the language of the channel, as the server sends it to its pages. */
async function viewersTexts(spoken: Language): Promise<Catalogue> {
  const { locale, texts } = await catalogueOf(spoken)
  const shown = Object.entries(texts).filter(([key]) => /^(widgets|overlaySamples)\./.test(key))
  return { locale, texts: Object.fromEntries(shown), isolates: languages[spoken].direction === 'rtl' }
}

/** What stands behind an overlay: a night scene, a snow scene, and a game in which everything moves. */
const scenes = ['dark', 'bright', 'moving'] as const

/** The built panel has the preview in a few files of its own; while the panel is worked on, the server has its sources. */
const address = import.meta.env.PROD ? '/overlay-preview?built' : '/overlay-preview'

/** A picture of 16 to 9, with a scene behind it and whatever the page puts on top. */
export function PreviewStage({ preview, children }: { preview: Preview; children?: ComponentChildren }) {
  const [scene, setScene] = useState<(typeof scenes)[number]>('dark')
  return (
    <div class="preview-stage" dir="ltr">
      <div class={`picture ${scene}`}>
        <iframe
          key={preview.opened}
          ref={preview.frame}
          src={address}
          title={mediaMessages.previewTitle()}
          tabIndex={-1}
        />
        {children}
      </div>
      <fieldset class="tabs scene" aria-label={mediaMessages.background()}>
        {scenes.map((one) => (
          <button key={one} type="button" aria-pressed={scene === one} onClick={() => setScene(one)}>
            {mediaMessages[one]()}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
