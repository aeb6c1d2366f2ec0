import { useEffect } from 'preact/hooks'
import { ErrorBoundary, LocationProvider, lazy, Route, Router, useLocation } from 'preact-iso'
import { insidePanel } from '../../src/contract/panel-places.ts'
import { listen } from './live.ts'
import { Door } from './pages/door.tsx'
import { Home } from './pages/home.tsx'
import { Palette } from './shell/palette.tsx'
import { Shell } from './shell/shell.tsx'
import { Shortcuts } from './shell/shortcuts.tsx'
import { SignInAgain, tellOtherTabs } from './shell/sign-in-again.tsx'
import { begin, loadActorNames, me, online } from './state.ts'
import { Empty } from './ui/parts.tsx'
import { Toasts } from './ui/toasts.tsx'
import { words } from './words/words.ts'

const Keys = lazy(() => import('./pages/keys/keys.tsx').then(({ Keys: page }) => page))
const Console = lazy(() => import('./pages/console/console.tsx').then(({ Console: page }) => page))
const Overlay = lazy(() => import('./pages/overlay/overlay.tsx').then(({ Overlay: page }) => page))
const Commands = lazy(() => import('./pages/commands/commands.tsx').then(({ Commands: page }) => page))
const Alerts = lazy(() => import('./pages/alerts/alerts.tsx').then(({ Alerts: page }) => page))
const Effects = lazy(() => import('./pages/effects/effects.tsx').then(({ Effects: page }) => page))
const Music = lazy(() => import('./pages/music/music.tsx').then(({ Music: page }) => page))
const Activity = lazy(() => import('./pages/activity.tsx').then(({ Activity: page }) => page))
const Viewers = lazy(() => import('./pages/viewers/viewers.tsx').then(({ Viewers: page }) => page))
const Settings = lazy(() => import('./pages/settings/settings.tsx').then(({ Settings: page }) => page))

export function App() {
  useEffect(() => void start(), [])
  return (
    <LocationProvider scope={insidePanel}>
      <Rooms />
      <Toasts />
    </LocationProvider>
  )
}

async function start(): Promise<void> {
  const after = await begin()
  if (after === undefined) return
  tellOtherTabs()
  listen(after)
  void loadActorNames().catch(() => {})
  // The other pages are small; having them ready makes every way short.
  const pages = [Keys, Console, Overlay, Commands, Alerts, Effects, Music, Activity, Viewers, Settings]
  setTimeout(() => pages.map((page) => page.preload()), 400)
}

function Rooms() {
  const { path } = useLocation()
  if (me.value === undefined) return online.value ? <Waiting /> : <Unreachable />
  if (me.value === null) return <Door />
  return (
    <>
      <Shell full={path.startsWith('/console')}>
        <ErrorBoundary>
          <Router>
            <Route path="/" component={Home} />
            <Route path="/stage" component={Overlay} />
            <Route path="/commands" component={Commands} />
            <Route path="/commands/:id" component={Commands} />
            <Route path="/alerts" component={Alerts} />
            <Route path="/alerts/:id" component={Alerts} />
            <Route path="/effects" component={Effects} />
            <Route path="/effects/:id" component={Effects} />
            <Route path="/music" component={Music} />
            <Route path="/activity" component={Activity} />
            <Route path="/viewers" component={Viewers} />
            <Route path="/keys" component={Keys} />
            <Route path="/keys/:id" component={Keys} />
            <Route path="/console" component={Console} />
            <Route path="/console/:name" component={Console} />
            <Route path="/settings" component={Settings} />
            <Route path="/settings/:section" component={Settings} />
            <Route default component={Nowhere} />
          </Router>
        </ErrorBoundary>
      </Shell>
      <Palette />
      <Shortcuts />
      <SignInAgain />
    </>
  )
}

/** The empty house, until it is known who comes. */
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
    <main class="door">
      <Empty title={words.common.unreachable}>
        <button type="button" class="button" onClick={() => location.reload()}>
          {words.common.retry}
        </button>
      </Empty>
    </main>
  )
}

function Nowhere() {
  return (
    <div class="empty">
      <h1>{words.common.nothingHere}</h1>
      <a class="button" href="/">
        {words.common.backHome}
      </a>
    </div>
  )
}
