import { type AlertRule, automationsOf } from '../../src/kernel/storage/migrations/0032-converted/alert-rules.ts'
import type { TestApp } from '../create-test-app.ts'
import { makeAutomation, removeAutomations } from './automation-maker.ts'

/** Replaces the automations by those that alert rules of older versions became. */
export async function showAlerts(app: TestApp, rules: readonly AlertRule[]): Promise<void> {
  await removeAutomations(app)
  const alerts = await app.ctx.alerts.list(app.channel, { status: 'all', limit: 100, offset: 0 })
  const effects = await app.ctx.effects.list(app.channel)
  const made = automationsOf(rules, {
    alerts: new Map(alerts.items.map(({ id, name }) => [id, name])),
    effects: new Set(effects.items.map(({ overlayId }) => overlayId)),
  })
  for (const { name, definition } of made) {
    const { trigger, steps, run } = definition
    await makeAutomation(app, trigger, steps, { name, run })
  }
}
