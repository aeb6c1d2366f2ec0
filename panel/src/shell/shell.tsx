import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { channelLight, me, online } from '../state.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Glyph } from '../ui/glyph.tsx'
import { words } from '../words/words.ts'
import { Bar } from './bar.tsx'
import { openPalette } from './palette.tsx'
import { everyPlace, groups, isAt, isOpen, type Place, pocketPlaces, settings } from './places.ts'

/** What stands around every page: the rail, the bar that is always true, and on a phone the bar at the foot. */
export function Shell({ full, children }: { full: boolean; children: ComponentChildren }) {
  const { path } = useLocation()
  const place = everyPlace.find((one) => isAt(one, path))
  const before = useRef(place)
  useEffect(() => {
    document.title = place === undefined ? words.product : `${place.word} · ${words.product}`
    if (before.current === place) return
    before.current = place
    // Whoever does not see the screen hears where they are now.
    document.getElementById('page')?.focus()
  }, [place])
  return (
    <div class="shell">
      <a class="out-of-sight" href="#page">
        {words.common.skip}
      </a>
      <nav class="rail" aria-label={words.places.main}>
        <a class={`logo ${channelLight.value}`} href="/">
          {words.product}
        </a>
        {groups.map(({ word, places }) => (
          <section key={word} aria-label={word}>
            <h3>{word}</h3>
            <ul>
              {places.filter(isOpen).map((place) => (
                <Item key={place.path} place={place} path={path} />
              ))}
            </ul>
          </section>
        ))}
        <ul class="last">
          {me.value?.sandbox && (
            <li>
              <a href="/sandbox" target="_blank" rel="noreferrer">
                <Glyph name="sandbox" />
                {words.places.sandbox}
              </a>
            </li>
          )}
          <Item place={settings} path={path} />
        </ul>
      </nav>
      <Bar />
      <main class={`page${full ? ' full' : ''}`} id="page" tabIndex={-1}>
        {children}
      </main>
      <Pocket path={path} />
      {!online.value && (
        <p class="offline small" role="status">
          <span class="light standby">{words.common.reconnecting}</span>
        </p>
      )}
    </div>
  )
}

function Item({ place, path }: { place: Place; path: string }) {
  return (
    <li>
      <a href={place.path} aria-current={isAt(place, path) ? 'page' : undefined}>
        <Glyph name={place.glyph} />
        {place.word}
      </a>
    </li>
  )
}

function Pocket({ path }: { path: string }) {
  const [open, setOpen] = useState(false)
  const rest = everyPlace.filter((place) => isOpen(place) && !pocketPlaces.includes(place))
  return (
    <nav class="bottom" aria-label={words.places.more}>
      {pocketPlaces.map((place) => (
        <a key={place.path} href={place.path} aria-current={isAt(place, path) ? 'page' : undefined}>
          <Glyph name={place.glyph} />
          {place.word}
        </a>
      ))}
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Glyph name="more" />
        {words.places.more}
      </button>
      {open && (
        <Dialog title={words.places.more} onClose={() => setOpen(false)} submit={words.common.close}>
          <ul class="places">
            {rest.map((place) => (
              <li key={place.path}>
                <a class="button" href={place.path} onClick={() => setOpen(false)}>
                  <Glyph name={place.glyph} />
                  {place.word}
                </a>
              </li>
            ))}
            <li>
              <button
                type="button"
                class="button"
                onClick={() => {
                  setOpen(false)
                  openPalette()
                }}
              >
                <Glyph name="search" />
                {words.bar.jump}
              </button>
            </li>
          </ul>
        </Dialog>
      )}
    </nav>
  )
}
