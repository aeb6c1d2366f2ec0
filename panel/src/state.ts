import { computed, signal } from '@preact/signals'
import { isLoopbackHost } from '../../src/kernel/http/contract/loopback.ts'
import { type PanelRole, reaches } from '../../src/kernel/operation/contract/panel-roles.ts'
import { type Answer, ApiError, call, callWithoutAsking } from './api.ts'
import { followAccount } from './language.ts'
import { online } from './online.ts'

export type Me = Answer<'get-me'>
export type DashboardState = Answer<'get-dashboard'>['state']
export type PlatformStatus = DashboardState['platforms'][number]
export type Need = Answer<'get-dashboard'>['needs'][number]
export type FirstSteps = Answer<'get-dashboard'>['first_steps']
export type LogEvent = Answer<'get-dashboard'>['recent'][number]
export type Connection = Answer<'list-connections'>['connections'][number]
export type Quota = Answer<'get-key-usage'>['quotas'][number]

/** Undefined while loading, null when nobody is signed in. */
export const me = signal<Me | null | undefined>(undefined)
export const dashboard = signal<DashboardState | undefined>(undefined)
/** The connections to outside services; the server sends them when the event stream opens, and every change. */
export const connections = signal<readonly Connection[]>([])
export const needs = signal<readonly Need[]>([])
/** The checklist on Home; undefined until it is loaded. */
export const firstSteps = signal<FirstSteps | undefined>(undefined)
/** Newest first. */
export const recent = signal<readonly LogEvent[]>([])
/** Increases whenever the server is back: everything on screen is loaded again. */
export const returns = signal(0)
/** The remaining quota of keys, by `keyId operation`. */
export const quotas = signal<ReadonlyMap<string, Quota>>(new Map())
/** Names of the actors in the log, by `key:<id>` and `person:<id>`. */
export const actorNames = signal<ReadonlyMap<string, string>>(new Map())
/** Increases whenever an item of the overlay changed its state. */
export const deliveryChanges = signal(0)
/** Increases whenever the player or its queue changed. */
export const playerChanges = signal(0)
/** Increases whenever a show, its position or one of its cues changed. */
export const showChanges = signal(0)
/** The current time, updated every second, for durations on screen. */
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
  if (dashboard.value.platforms.some(({ error }) => error !== null)) return 'stop'
  return livePlatforms.value.length > 0 ? 'go' : 'off'
})

export function may(role: PanelRole): boolean {
  return me.value !== null && me.value !== undefined && reaches(me.value.role, role)
}

/** Why this tab is no longer signed in, for the sign-in page. */
export const signedOut = signal<'ended' | 'removed' | undefined>(undefined)

/** The sandbox signs in only in a browser on the machine of the server; the server checks it too. */
export const canUseSandboxSignIn = computed(() => me.value?.sandbox_sign_in === true && isLoopbackHost(location.host))

/** The session has ended, and the person did not sign in again in place. */
export function leavePage(): void {
  if (me.value) signedOut.value ??= 'ended'
  me.value = null
}

/** An owner removed this person from the channel. */
export function leaveChannel(): void {
  signedOut.value = 'removed'
  me.value = null
}

/** Loads the signed-in person and the dashboard. Returns the event number that the stream continues from. */
export async function begin(): Promise<number | undefined> {
  const { dataset } = document.documentElement
  if (dataset.signedOut !== undefined) {
    // True of the moment when the page was loaded.
    delete dataset.signedOut
    me.value = null
    return undefined
  }
  try {
    const [who, state] = await Promise.all([callWithoutAsking('get-me', {}), callWithoutAsking('get-dashboard', {})])
    await followAccount(who.language)
    me.value = who
    setDashboard(state)
    return state.last_seq
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) me.value = null
    else online.value = false
    return undefined
  }
}

let areNamesWanted = false

/** Loads the names of actors when something first shows one: Home does not. */
export function wantActorNames(): void {
  if (areNamesWanted) return
  areNamesWanted = true
  loadActorNames().catch(() => {
    areNamesWanted = false
  })
}

/** Somebody may have another name. */
export function refreshActorNames(): void {
  if (areNamesWanted) void loadActorNames().catch(() => {})
}

/** The log has ids, people read names. Key names are loaded for those who may see them. */
async function loadActorNames(): Promise<void> {
  const [people, keys] = await Promise.all([
    call('list-people', {}),
    may('editor') ? call('list-keys', {}) : Promise.resolve({ keys: [] }),
  ])
  actorNames.value = new Map([
    ...people.people.map(({ id, name }) => [`person:${id}`, name] as const),
    ...keys.keys.map(({ id, name }) => [`key:${id}`, name] as const),
  ])
}

function setDashboard(answer: Answer<'get-dashboard'>): void {
  dashboard.value = answer.state
  needs.value = answer.needs
  firstSteps.value = answer.first_steps
  // Events that arrived while the answer was under way are newer than the answer.
  recent.value = [...recent.value.filter(({ seq }) => seq > answer.last_seq), ...answer.recent]
}

const refreshes = { begun: 0, shown: 0 }

/** Loads the dashboard again. Returns the event number that the stream continues from. */
export async function refreshDashboard(): Promise<number> {
  const refresh = ++refreshes.begun
  const answer = await call('get-dashboard', {})
  // An answer that was overtaken by a later one is older than what is shown.
  if (refresh > refreshes.shown) {
    refreshes.shown = refresh
    setDashboard(answer)
  }
  return answer.last_seq
}
