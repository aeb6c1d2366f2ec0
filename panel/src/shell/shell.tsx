import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { type PanelPage, pageGroupTitles } from '../../../src/definitions/define-page.ts'
import { panelPages } from '../../../src/registry/panel-pages.ts'
import { commonMessages, productName } from '../messages/common.ts'
import { barMessages, navigationMessages } from '../messages/shell.ts'
import { channelLight, may, me } from '../state.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { Bar } from './bar.tsx'
import { pageAt, railGroups, visiblePages } from './navigation.ts'
import { openPalette } from './palette.tsx'
import { StorageBanner } from './storage-banner.tsx'
import { useSettled } from './use-settled.ts'

/** The frame around every page: the rail, the status bar, and on a phone the bar at the foot. */
export function Shell({ fillsWindow, children }: { fillsWindow: boolean; children: ComponentChildren }) {
  const { path } = useLocation()
  const page = pageAt(panelPages, path)
  const role = me.value?.role ?? 'viewer'
  const before = useRef(page)
  const main = useRef<HTMLElement>(null)
  useSettled(main, page)
  useEffect(() => {
    document.title = page === undefined ? productName : `${page.title()} · ${productName}`
    if (before.current === page) return
    before.current = page
    // A screen reader announces the new page when the focus moves to it.
    document.getElementById('page')?.focus()
  }, [page])
  return (
    <div class="shell">
      <a class="skip" href="#page">
        {commonMessages.skip()}
      </a>
      <nav class="rail" aria-label={navigationMessages.main()}>
        <a class={`logo ${channelLight.value}`} href="/">
          {productName}
        </a>
        {railGroups(panelPages, role).map(({ group, pages }) => (
          <section key={group} class={group === 'settings' ? 'foot' : undefined} aria-label={pageGroupTitles[group]()}>
            {group !== 'settings' && <h3>{pageGroupTitles[group]()}</h3>}
            <ul>
              {group === 'settings' && may('editor') && (
                <li>
                  <a
                    href={me.value?.sandbox_only ? '/sandbox' : '/sandbox?channel=test'}
                    target="_blank"
                    rel="noreferrer"
                  >
                    <Icon name="sandbox" />
                    {navigationMessages.sandbox()}
                  </a>
                </li>
              )}
              {pages.map((entry) => (
                <RailLink key={entry.path} page={entry} isCurrent={entry === page} />
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <Bar />
      <main class={`page${fillsWindow ? ' full' : ''}`} id="page" tabIndex={-1} ref={main}>
        {children}
      </main>
      <PhoneBar current={page} />
      <StorageBanner />
    </div>
  )
}

function RailLink({ page, isCurrent }: { page: PanelPage; isCurrent: boolean }) {
  return (
    <li>
      <a href={page.path} aria-current={isCurrent ? 'page' : undefined}>
        <Icon name={page.icon} />
        {page.title()}
      </a>
    </li>
  )
}

function PhoneBar({ current }: { current: PanelPage | undefined }) {
  const [open, setOpen] = useState(false)
  const pages = visiblePages(panelPages, me.value?.role ?? 'viewer')
  return (
    <>
      <nav class="bottom" aria-label={navigationMessages.more()}>
        {pages
          .filter(({ inPhoneBar }) => inPhoneBar)
          .map((page) => (
            <a key={page.path} href={page.path} aria-current={page === current ? 'page' : undefined}>
              <Icon name={page.icon} />
              {page.title()}
            </a>
          ))}
        <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Icon name="more" />
          {navigationMessages.more()}
        </button>
      </nav>
      {/* Outside the bar, whose styles are for its own links. */}
      {open && (
        <Dialog title={navigationMessages.more()} onClose={() => setOpen(false)} submit={commonMessages.close()}>
          <ul class="places">
            {pages
              .filter(({ inPhoneBar }) => !inPhoneBar)
              .map((page) => (
                <li key={page.path}>
                  <a class="button" href={page.path} onClick={() => setOpen(false)}>
                    <Icon name={page.icon} />
                    {page.title()}
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
                <Icon name="search" />
                {barMessages.search()}
              </button>
            </li>
          </ul>
        </Dialog>
      )}
    </>
  )
}
