import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { PanelPage } from '../../../src/definitions/define-page.ts'
import { ownTitles } from '../../../src/definitions/places.ts'
import { panelPages } from '../../../src/registry/panel-pages.ts'
import { commonMessages, productName } from '../messages/common.ts'
import { navigationMessages } from '../messages/shell.ts'
import { channelLight, me } from '../state.ts'
import { Icon } from '../ui/icon.tsx'
import { later } from '../ui/later.tsx'
import { Bar } from './bar.tsx'
import { pageAt, placeOf, type RailPlace, railPlaces, visiblePages } from './navigation.ts'
import { rememberPlace } from './remember-place.ts'
import { StorageBanner } from './storage-banner.tsx'
import { useSettled } from './use-settled.ts'

const MorePlaces = later(() => import('./more-places.tsx').then(({ MorePlaces: dialog }) => dialog))

/** The frame around every page: the rail, the status bar, and on a phone the bar at the foot. */
export function Shell({ fillsWindow, children }: { fillsWindow: boolean; children: ComponentChildren }) {
  const { path } = useLocation()
  const page = pageAt(panelPages, path)
  const role = me.value?.role ?? 'viewer'
  const place = page && placeOf(page.place, panelPages, role)
  const { rail, more } = railPlaces(panelPages, {
    role,
    used: me.value?.places.used ?? [],
    opened: [...(me.value?.places.opened ?? []), ...(page === undefined ? [] : [page.place])],
  })
  const [shownPlaces, setMore] = useState<readonly RailPlace[]>()
  const before = useRef(page)
  const main = useRef<HTMLElement>(null)
  useSettled(main, page)
  useEffect(() => {
    document.title = page === undefined ? productName : `${page.title()} · ${productName}`
    if (before.current === page) return
    before.current = page
    setMore(undefined)
    // A screen reader announces the new page when the focus moves to it.
    document.getElementById('page')?.focus()
  }, [page])
  useEffect(() => {
    if (page !== undefined) rememberPlace(page.place)
  }, [page?.place])
  return (
    <div class="shell">
      <a class="skip" href="#page">
        {commonMessages.skip()}
      </a>
      <nav class="rail" aria-label={navigationMessages.main()}>
        <a class={`logo ${channelLight.value}`} href="/">
          {productName}
        </a>
        <ul>
          {rail.slice(0, -1).map((entry) => (
            <RailEntry key={entry.name} entry={entry} current={page} />
          ))}
          {more.length > 0 && (
            <li>
              <button type="button" aria-haspopup="dialog" onClick={() => setMore(more)}>
                <Icon name="more" />
                {navigationMessages.more()}
              </button>
            </li>
          )}
        </ul>
        <ul class="foot">
          {rail.slice(-1).map((entry) => (
            <RailEntry key={entry.name} entry={entry} current={page} />
          ))}
        </ul>
      </nav>
      <Bar />
      {place !== undefined && place.pages.length > 1 && (
        <nav class="place-pages" aria-label={navigationMessages.pagesOf({ place: place.title })}>
          {place.pages.map((one) => (
            <a key={one.path} href={one.path} aria-current={one === page ? 'page' : undefined}>
              {one.title()}
            </a>
          ))}
        </nav>
      )}
      <main class={`page${fillsWindow ? ' full' : ''}`} id="page" tabIndex={-1} ref={main}>
        {children}
      </main>
      <PhoneBar current={page} onMore={() => setMore([...rail, ...more].filter(({ pages }) => !isInPhoneBar(pages)))} />
      {shownPlaces !== undefined && <MorePlaces places={shownPlaces} onClose={() => setMore(undefined)} />}
      <StorageBanner />
    </div>
  )
}

function RailEntry({ entry, current }: { entry: RailPlace; current: PanelPage | undefined }) {
  const { name, title, icon, path, pages } = entry
  const isHere = current?.place === name
  const below = name in ownTitles ? pages : pages.slice(1)
  const isCurrent = isHere && !below.includes(current)
  return (
    <li>
      <a class={isHere ? 'here' : undefined} href={path} aria-current={isCurrent ? 'page' : undefined}>
        <Icon name={icon} />
        {title}
      </a>
      {isHere && below.length > 0 && (
        <ul>
          {below.map((page) => (
            <li key={page.path}>
              <a href={page.path} aria-current={page === current ? 'page' : undefined}>
                {page.title()}
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function isInPhoneBar(pages: readonly PanelPage[]): boolean {
  return pages.some(({ inPhoneBar }) => inPhoneBar)
}

function PhoneBar({ current, onMore }: { current: PanelPage | undefined; onMore: () => void }) {
  const pages = visiblePages(panelPages, me.value?.role ?? 'viewer').filter(({ inPhoneBar }) => inPhoneBar)
  const inBar = pages.find(({ place }) => place === current?.place)
  return (
    <nav class="bottom" aria-label={navigationMessages.more()}>
      {pages.map((page) => (
        <a key={page.path} href={page.path} aria-current={page === inBar ? 'page' : undefined}>
          <Icon name={page.icon} />
          {page.title()}
        </a>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-current={current !== undefined && inBar === undefined ? 'page' : undefined}
        onClick={onMore}
      >
        <Icon name="more" />
        {navigationMessages.more()}
      </button>
    </nav>
  )
}
