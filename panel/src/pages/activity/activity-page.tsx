import { useLocation } from 'preact-iso'
import { later } from '../../ui/later.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Activity } from './activity.tsx'

const StreamReports = later(() => import('./stream-reports.tsx').then(({ StreamReports: page }) => page), NotLoaded)

/** The log, and below its address the reports of past streams. */
export function ActivityPage() {
  const { path } = useLocation()
  return path.startsWith('/activity/streams') ? <StreamReports /> : <Activity />
}
