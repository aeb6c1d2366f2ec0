import { computed, signal } from '@preact/signals'
import { type PanelRole, reaches } from '../../src/contract/panel-roles.ts'
import { type Answer, call, Trouble, whenSignedOut } from './api.ts'

export type Me = Answer<'get-me'>
export type DashboardState = Answer<'get-dashboard'>['state']
export type PlatformStatus = DashboardState['platforms'][number]
export type Need = Answer<'get-dashboard'>['needs'][number]
export type LogEvent = Answer<'get-dashboard'>['recent'][number]
export type Quota = Answer<'get-key-usage'>['quotas'][number]

/** Undefined while we ask, null when nobody is signed in. */
export const me = signal<Me | null | undefined>(undefined)
export const dashboard = signal<DashboardState | undefined>(undefined)
export const needs = signal<readonly Need[]>([])
/** Newest first. */
export const recent = signal<readonly LogEvent[]>([])
export const online = signal(true)
/** What a key has left, by `keyId operation`. */
export const quotas = signal<ReadonlyMap<string, Quota>>(new Map())
/** What the actors of the log are called, by `key:<id>` and `person:<id>`. */
export const actorNames = signal<ReadonlyMap<string, string>>(new Map())
/** Counts up whenever an item of the overlay changed its state. */
export const firingChanges = signal(0)
/** Counts up whenever the player or its queue changed. */
export const playerChanges = signal(0)
/** The clock that durations on screen go by. */
export const now = signal(Date.now())
setInterval(() => {
  now.value = Date.now()
}, 1000)

export const livePlatforms = computed(() => dashboard.value?.platforms.filter(({ live }) => live) ?? [])
export const viewers = computed(() => livePlatforms.value.reduce((sum, status) => sum + status.viewers, 0))
export const startedAt = computed(() => {
  const starts = livePlatforms.value.flatMap((status) => status.startedAt ?? [])
  return starts.length === 0 ? null : Math.min(...starts)
})
export const channelLight = computed((): 'off' | 'standby' | 'go' | 'stop' => {
  if (!online.value || dashboard.value === undefined) return 'standby'
  if (dashboard.value.platforms.some(({ trouble }) => trouble !== null)) return 'stop'
  return livePlatforms.value.length > 0 ? 'go' : 'off'
})

export function may(role: PanelRole): boolean {
  return me.value !== null && me.value !== undefined && reaches(me.value.role, role)
}

whenSignedOut(() => {
  me.value = null
})

/** Loads who is signed in and the dashboard. Answers where the event stream resumes. */
export async function begin(): Promise<number | undefined> {
  try {
    const [who, state] = await Promise.all([call('get-me', {}), call('get-dashboard', {})])
    me.value = who
    takeDashboard(state)
    return state.last_seq
  } catch (error) {
    if (error instanceof Trouble && error.status === 0) online.value = false
    else me.value = null
    return undefined
  }
}

/** The log holds ids; people know names. Keys are named to those who may see them. */
export async function loadActorNames(): Promise<void> {
  const [people, keys] = await Promise.all([
    call('list-people', {}),
    may('editor') ? call('list-keys', {}) : Promise.resolve({ keys: [] }),
  ])
  actorNames.value = new Map([
    ...people.people.map(({ id, name }) => [`person:${id}`, name] as const),
    ...keys.keys.map(({ id, name }) => [`key:${id}`, name] as const),
  ])
}

export function takeDashboard(answer: Answer<'get-dashboard'>): void {
  dashboard.value = answer.state
  needs.value = answer.needs
  recent.value = answer.recent
}

export async function refreshDashboard(): Promise<void> {
  takeDashboard(await call('get-dashboard', {}))
}
