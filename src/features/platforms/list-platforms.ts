import { list, object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { service, serviceOf } from './fields.ts'

export const listPlatforms = definePanelOperation({
  name: 'list-platforms',
  summary: 'Every service: whether it is set up, which accounts are connected, and what it can do.',
  role: 'viewer',
  effect: 'none',
  input: object({}),
  output: object({ services: list(service) }),
  failures: [],
  example: { input: {}, output: { services: [] } },
  async handle({ caller, ctx }) {
    return { services: (await ctx.platformOverview.list(caller.channel.id)).map(serviceOf) }
  },
})
