import { clockText } from '../../src/capabilities/values/contract/clock-text.ts'
import { song } from '../../src/capabilities/widgets/contract/widgets/song.ts'
import type { SourceData } from '../../src/capabilities/widgets/contract/widgets/sources.ts'
import { implementWidget } from '../widget.ts'
import { make, picture, rise, setText } from '../widget-parts/dom.ts'

export const widget = implementWidget(song, ({ element, settings, now, tick }) => {
  const cover = make('div', 'song-cover')
  const title = make('p', 'message', '')
  const artist = make('p', 'song-artist', '')
  const bar = make('div', 'song-bar')
  const fill = make('i', 'goal-fill')
  const time = make('span', 'song-time', '')
  bar.append(fill)
  const texts = make('div', 'song-texts')
  texts.append(title, artist)
  if (settings.progress) texts.append(bar)
  element.classList.add('song-plate')
  element.append(cover, texts)
  if (settings.progress) element.append(time)
  let state: SourceData<'song'> | undefined
  let stopTicking: (() => void) | undefined

  function drawProgress() {
    const { playing = false, position = 0, at = 0, now: current = null } = state ?? {}
    const seconds = current?.seconds ?? 0
    const gone = Math.min(position + (playing ? Math.max(now() - at, 0) / 1000 : 0), seconds)
    fill.style.transform = `scaleX(${seconds === 0 ? 0 : gone / seconds})`
    setText(time, seconds === 0 ? '' : clockText(seconds - gone))
  }

  function drawCover(url: string | null) {
    cover.replaceChildren(url === null ? make('i', 'song-note') : picture(url, 'song-image', ''))
  }

  function rest() {
    stopTicking?.()
    stopTicking = undefined
  }

  drawCover(null)
  return {
    on: {
      song(next) {
        const before = state?.now
        state = next
        const current = next.now
        element.classList.toggle('is-hidden', settings.hide && current === null)
        const by = settings.requester && current?.requested_by != null ? ` · ${current.requested_by}` : ''
        const isNew = setText(title, current?.title ?? '–')
        setText(artist, `${current?.artist ?? ''}${by}`)
        if (current?.image !== before?.image) drawCover(current?.image ?? null)
        if (isNew && before !== undefined) rise(texts)
        drawProgress()
        if (settings.progress && next.playing && current !== null) stopTicking ??= tick(drawProgress)
        else rest()
      },
    },
    stop: rest,
  }
})
