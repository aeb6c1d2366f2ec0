import { type AlertRule, automationsOf } from '../../src/kernel/storage/migrations/0032-converted/alert-rules.ts'
import { convertedDefinition } from '../../src/kernel/storage/migrations/0061-received-gifts.ts'
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
    const converted = convertedDefinition(JSON.stringify(definition))
    const { trigger, steps, run }: typeof definition = converted === undefined ? definition : JSON.parse(converted)
    await makeAutomation(app, trigger, steps, { name, run })
  }
}
