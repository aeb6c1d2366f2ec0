import { useEffect } from 'preact/hooks'
import { ErrorBoundary, LocationProvider, lazy, Route, Router, useLocation } from 'preact-iso'
import { listen } from './live.ts'
import { Door } from './pages/door.tsx'
import { Home } from './pages/home.tsx'
import { Palette } from './shell/palette.tsx'
import { Shell } from './shell/shell.tsx'
import { begin, loadActorNames, me, online } from './state.ts'
import { Empty } from './ui/parts.tsx'
import { Toasts } from './ui/toasts.tsx'
import { words } from './words/words.ts'

const Keys = lazy(() => import('./pages/keys/keys.tsx').then(({ Keys: page }) => page))
const Console = lazy(() => import('./pages/console/console.tsx').then(({ Console: page }) => page))
const Overlay = lazy(() => import('./pages/overlay.tsx').then(({ Overlay: page }) => page))
const Activity = lazy(() => import('./pages/activity.tsx').then(({ Activity: page }) => page))
const Viewers = lazy(() => import('./pages/viewers.tsx').then(({ Viewers: page }) => page))
const Settings = lazy(() => import('./pages/settings.tsx').then(({ Settings: page }) => page))

export function App() {
  useEffect(() => void start(), [])
  return (
    <LocationProvider scope="/panel">
      <Rooms />
      <Toasts />
    </LocationProvider>
  )
}

async function start(): Promise<void> {
  const after = await begin()
  if (after === undefined) return
  listen(after)
  void loadActorNames().catch(() => {})
  // The other pages are small; having them ready makes every way short.
  const pages = [Keys, Console, Overlay, Activity, Viewers, Settings]
  setTimeout(() => pages.map((page) => page.preload()), 400)
}

function Rooms() {
  const { path } = useLocation()
  if (me.value === undefined) return online.value ? null : <Unreachable />
  if (me.value === null) return <Door />
  return (
    <>
      <Shell full={path.startsWith('/panel/console')}>
        <ErrorBoundary>
          <Router>
            <Route path="/panel" component={Home} />
            <Route path="/panel/overlay" component={Overlay} />
            <Route path="/panel/activity" component={Activity} />
            <Route path="/panel/viewers" component={Viewers} />
            <Route path="/panel/keys" component={Keys} />
            <Route path="/panel/keys/:id" component={Keys} />
            <Route path="/panel/console" component={Console} />
            <Route path="/panel/console/:name" component={Console} />
            <Route path="/panel/settings" component={Settings} />
            <Route default component={Nowhere} />
          </Router>
        </ErrorBoundary>
      </Shell>
      <Palette />
    </>
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
      <a class="button" href="/panel">
        {words.common.backHome}
      </a>
    </div>
  )
}
