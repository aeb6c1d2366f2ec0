import type { TestApp } from '../create-test-app.ts'
import type { PanelClient } from '../panel/panel-client.ts'
import { readAnswer, type TestAnswer } from '../test-answer.ts'

/** A button as the panel sends it. */
export function button(label: string, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { label, color: 'none', confirm: false, cooldown_seconds: 0, ...more }
}

/** Creates or replaces a deck of one page. */
export async function saveDeck(
  owner: PanelClient,
  buttons: readonly Readonly<Record<string, unknown>>[],
  more: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const pages = [{ name: 'Show', buttons }]
  return (await owner.call('save-deck', { name: 'Moderators', pages, ...more })).body.id
}

/** A link, and the token in its fragment. */
export async function createLink(owner: PanelClient, id: number, name = 'Tablet') {
  const link = (await owner.call('create-deck-link', { id, name })).body as { id: string; url: string }
  return { ...link, token: new URL(link.url).hash.slice(1) }
}

/** What the page of a deck asks for first. */
export async function getLayout(app: TestApp, token: string, status: 200 | 401 | 404 = 200): Promise<TestAnswer> {
  const headers = { Authorization: `Bearer ${token}` }
  return readAnswer('layout', await fetch(`${app.url}/deck/layout`, { headers }), status)
}
