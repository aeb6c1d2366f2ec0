import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, object } from '../../../kernel/schema/schema.ts'
import { exampleRun, recordOfRun, runRecord } from './fields.ts'

export const getAutomationRun = defineOperation({
  name: 'get-automation-run',
  group: 'Automations',
  summary: 'Returns what one run of an automation or of a chat command did.',
  description: 'Runs are kept for 7 days. While it runs, status is running and the steps are those so far.',
  scope: 'automations:read',
  panel: { role: 'viewer', grants: 'nothing' },
  ratePerMinute: 120,
  effect: 'none',
  input: object({ run_id: integer({ description: 'As run-automation and list-automation-runs return it.' }) }),
  output: runRecord,
  failures: ['run_not_found'],
  example: { input: { run_id: 1 }, output: exampleRun },
  async handle({ input, caller, ctx }) {
    return recordOfRun(await ctx.automationParts.runs.get(ctx.db, caller.channel.id, input.run_id))
  },
})
