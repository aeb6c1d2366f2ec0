import { useEffect } from 'preact/hooks'
import { ErrorBoundary, LocationProvider, Route, Router, useLocation } from 'preact-iso'
import { addressPattern, type PageName, panelPages } from '../../src/registry/panel-pages.ts'
import { loadDrafts } from './drafts.ts'
import { language } from './language.ts'
import { listen } from './live.ts'
import { commonMessages } from './messages/common.ts'
import { barMessages } from './messages/shell.ts'
import { online } from './online.ts'
import { pageComponents } from './pages.ts'
import { isBare, pageAt, pageRoutes } from './shell/navigation.ts'
import { Palette } from './shell/palette.tsx'
import { Shell } from './shell/shell.tsx'
import { Shortcuts } from './shell/shortcuts.tsx'
import { notifyOtherTabs, SignInAgain } from './shell/sign-in-again.tsx'
import { begin, me } from './state.ts'
import { later } from './ui/later.tsx'
import { triedItem } from './ui/media/try-out.ts'
import { NotLoaded } from './ui/not-loaded.tsx'
import { Empty } from './ui/parts.tsx'
import { Toasts } from './ui/toasts.tsx'

const SignIn = later(async () => (await import('./pages/sign-in/sign-in.tsx')).SignIn, NotLoaded)
const TryStage = later(async () => (await import('./ui/media/try-stage.tsx')).TryStage)

const startAgainMs = 2000
const inPanel = addressPattern(panelPages)

export function App() {
  useEffect(() => void start(), [])
  return (
    <LocationProvider key={language.value} scope={inPanel}>
      <SignedInOrNot />
      {triedItem.value !== undefined && <TryStage />}
      <Toasts />
    </LocationProvider>
  )
}

async function start(): Promise<void> {
  const after = await begin()
  if (after === undefined) {
    // Without an answer the page tries again by itself; without a session there is the sign-in page.
    if (me.value === undefined) setTimeout(() => void start(), startAgainMs)
    return
  }
  loadDrafts()
  online.value = true
  notifyOtherTabs()
  listen(after)
  for (const sign of ['pointerover', 'focusin', 'touchstart'] as const) {
    addEventListener(sign, preloadTarget, { passive: true })
  }
}

/** Loads the page behind a link that somebody points at, so that it opens at once. */
function preloadTarget({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (link === null || link.origin !== location.origin) return
  const page = pageAt(panelPages, link.pathname)
  if (page !== undefined) void pageComponents[page.name].preload?.()
}

function SignedInOrNot() {
  const { path } = useLocation()
  if (me.value === undefined) return online.value ? <Waiting /> : <Unreachable />
  if (me.value === null) return <SignIn />
  const pages = (
    <ErrorBoundary>
      <Router>
        {pageRoutes<PageName>(panelPages).map((route) => (
          <Route key={route.path} path={route.path} component={pageComponents[route.name]} />
        ))}
        <Route default component={PageNotFound} />
      </Router>
    </ErrorBoundary>
  )
  if (isBare(panelPages, path)) {
    return (
      <>
        {!online.value && (
          <p class="bar away" role="alert">
            <span class="light stop reason">{barMessages.away()}</span>
          </p>
        )}
        <main class="bare" id="page" tabIndex={-1}>
          {pages}
        </main>
        <SignInAgain />
      </>
    )
  }
  return (
    <>
      <Shell fillsWindow={pageAt(panelPages, path)?.fillsWindow ?? false}>{pages}</Shell>
      <Palette />
      <Shortcuts />
      <SignInAgain />
    </>
  )
}

/** The empty frame, until the server has said who is signed in. */
function Waiting() {
  return (
    <div class="shell" aria-busy="true">
      <div class="rail" />
      <div class="bar" />
    </div>
  )
}

function Unreachable() {
  return (
    <main class="sign-in">
      <Empty title={commonMessages.unreachable()}>
        <button type="button" class="button" onClick={() => location.reload()}>
          {commonMessages.retry()}
        </button>
      </Empty>
    </main>
  )
}

function PageNotFound() {
  return (
    <div class="empty">
      <h1>{commonMessages.notFound()}</h1>
      <a class="button" href="/">
        {commonMessages.goHome()}
      </a>
    </div>
  )
}
