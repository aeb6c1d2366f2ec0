import type { BrowserSettings, ObsRequests } from '../../platforms/obs/requests.external.ts'
import { browserKind, browserSettingsIn } from '../../platforms/obs/requests.external.ts'
import type { ObsOverlayProblem, OverlayReport } from './contract/obs.ts'

/** `own`: the overlay link of this channel. `old`: a link of this channel that was reset. */
export type LinkKind = 'own' | 'old' | 'other'

interface OverlaySource extends BrowserSettings {
  readonly name: string
  readonly link: Exclude<LinkKind, 'other'>
  readonly isMuted: boolean
}

/** Scenes in scenes and groups, so deep and so many of them. */
const maxDepth = 6
const maxLists = 60
const maxSources = 100

/** Finds the overlay of the channel among the browser sources of OBS, and whether viewers see and hear it. */
export async function reportOverlay(
  obs: ObsRequests,
  scene: string,
  kindOf: (url: string) => Promise<LinkKind>,
): Promise<OverlayReport> {
  const canvas = await obs.canvasSize()
  const size = { canvasWidth: canvas.width, canvasHeight: canvas.height }
  const sources = await findSources(obs, kindOf)
  if (sources.length === 0) {
    return { source: null, isOnAir: false, width: 0, height: 0, ...size, problems: ['missing'] }
  }
  const seen = await findItems(obs, scene, new Set(sources.map(({ name }) => name)))
  // The one that viewers see; otherwise one that only has to be shown.
  const rank = ({ name, link }: OverlaySource) => (seen.get(name) ?? 0) * 2 + (link === 'own' ? 1 : 0)
  const best = sources.reduce((chosen, one) => (rank(one) > rank(chosen) ? one : chosen))
  const place = seen.get(best.name)
  const isVisible = place === visible
  const problems: ObsOverlayProblem[] = []
  if (place === undefined) problems.push('not_in_scene')
  else if (!isVisible) problems.push('hidden')
  if (best.link === 'old') problems.push('old_link')
  if (best.width !== canvas.width || best.height !== canvas.height) problems.push('size')
  if (!best.routesAudio) problems.push('audio_not_in_obs')
  else if (best.isMuted) problems.push('muted')
  const { name: source, width, height } = best
  return { source, isOnAir: isVisible && best.link === 'own', width, height, ...size, problems }
}

async function findSources(obs: ObsRequests, kindOf: (url: string) => Promise<LinkKind>): Promise<OverlaySource[]> {
  const found: OverlaySource[] = []
  for (const { name } of (await obs.listInputs(browserKind)).slice(0, maxSources)) {
    const settings = browserSettingsIn((await obs.inputSettings(name)).settings)
    const link = await kindOf(settings.url)
    if (link === 'other') continue
    found.push({ ...settings, name, link, isMuted: settings.routesAudio && (await obs.isMuted(name)) })
  }
  return found
}

const hidden = 1
const visible = 2

/** The wanted sources in the scene, its groups and the scenes in it, each with whether it is visible anywhere. */
async function findItems(obs: ObsRequests, scene: string, wanted: ReadonlySet<string>): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  let lists = 0

  async function walk(name: string, isGroup: boolean, isShown: boolean, depth: number): Promise<void> {
    if (depth > maxDepth || ++lists > maxLists) return
    for (const item of await obs.listItems(name, isGroup)) {
      const isSeen = isShown && item.isVisible
      if (wanted.has(item.source)) {
        found.set(item.source, Math.max(found.get(item.source) ?? 0, isSeen ? visible : hidden))
      } else if (item.isGroup || item.isScene) await walk(item.source, item.isGroup, isSeen, depth + 1)
    }
  }
  await walk(scene, false, true, 1)
  return found
}
