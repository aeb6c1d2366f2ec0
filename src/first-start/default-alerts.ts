import { automationRun } from '../contract/automations.ts'
import { eventAlerts } from '../contract/recipes/alerts.ts'
import { defaultsOf } from '../contract/schema.ts'
import { nameKey } from '../contract/text.ts'
import { insertAutomation } from '../features/automations/automation-rows.ts'
import type { Writer } from '../storage/database.ts'

/** The alerts that a new channel has: nobody has to build them to see a follow on stream. */
export async function addDefaultAlerts(tx: Writer, channel: number, now: number): Promise<void> {
  for (const { recipe, isFromStart } of eventAlerts) {
    if (!isFromStart) continue
    const { name, trigger, run, steps } = recipe.automation
    const definition = { trigger, conditions: [], run: { ...defaultsOf(automationRun), ...run }, steps }
    const id = await tx.next('automation', channel)
    await tx.run(insertAutomation, {
      ...{ channel, id, name, nameKey: nameKey(name), active: 1, trigger: trigger.type, now },
      definition: JSON.stringify(definition),
    })
  }
}
