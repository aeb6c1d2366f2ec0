import { useEffect, useState } from 'preact/hooks'
import { call } from '../../api.ts'
import { duration } from '../../format.ts'
import { may, now } from '../../state.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Light } from '../../ui/light.tsx'
import { Empty } from '../../ui/parts.tsx'
import { Slider } from '../../ui/slider.tsx'
import { musicWords } from '../../words/music-words.ts'
import type { MusicState } from './music.tsx'

interface PlayerProps {
  readonly state: MusicState & { readonly readAt: number }
  readonly onAct: (deed: () => Promise<unknown>) => Promise<void>
}

export function Player({ state, onAct }: PlayerProps) {
  const { playing, song, position_ms, readAt } = state
  const [volume, setVolume] = useState(state.volume)
  useEffect(() => setVolume(state.volume), [state.volume])
  if (song === null) {
    return (
      <div class="card">
        <Empty title={musicWords.nothing}>
          <p>{musicWords.nothingHelp}</p>
        </Empty>
      </div>
    )
  }
  const lengthMs = song.seconds * 1000
  const goneMs = Math.min(position_ms + (playing ? Math.max(now.value - readAt, 0) : 0), lengthMs)
  const mayAct = may('moderator')
  return (
    <section class="card player" aria-label={song.title}>
      <div class="buttons">
        <button
          type="button"
          class="button primary round"
          disabled={!mayAct}
          aria-label={playing ? musicWords.pause : musicWords.play}
          onClick={() => void onAct(() => (playing ? call('pause-music', {}) : call('play-music', {})))}
        >
          <Glyph name={playing ? 'pause' : 'play'} />
        </button>
        <button
          type="button"
          class="button icon"
          disabled={!mayAct}
          aria-label={musicWords.skip}
          onClick={() => void onAct(() => call('skip-music', {}))}
        >
          <Glyph name="skip" />
        </button>
      </div>
      <div class="now">
        <div class="row">
          <span class="cut grow">
            <b>{song.title}</b> <span class="soft">{song.artist === '' ? musicWords.unknown : song.artist}</span>
          </span>
          <Light
            state={playing ? 'go' : 'standby'}
            glow={playing}
            word={playing ? musicWords.playing : musicWords.paused}
          />
        </div>
        <div class="row">
          <span class="small soft figure">{duration(goneMs)}</span>
          <progress value={lengthMs === 0 ? 0 : goneMs / lengthMs} aria-label={musicWords.position} />
          <span class="small soft figure">{duration(lengthMs)}</span>
        </div>
      </div>
      <Slider
        label={musicWords.volume}
        value={volume}
        disabled={!mayAct}
        onInput={setVolume}
        onChange={(next) => void onAct(() => call('set-music-volume', { volume: next }))}
      />
    </section>
  )
}
