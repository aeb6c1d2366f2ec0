import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { integer, list, nullable, object, oneOf, text } from '../../kernel/schema/schema.ts'
import { clientPackagePath, clientPackages } from './contract/client-packages.ts'
import { createPackageFiles } from './package-files.ts'

const files = createPackageFiles()

export const listClientPackages = definePanelOperation({
  name: 'list-client-packages',
  summary: 'Returns the packages for other programs that this server has for download.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({
    packages: list(
      object({
        name: oneOf(clientPackages.map(({ name }) => name)),
        program: text({ description: 'The program that loads the package.' }),
        download_url: text(),
        guide_url: text(),
        bytes: nullable(integer({ description: 'Null in a checkout in which the packages are not built.' })),
      }),
    ),
  }),
  failures: [],
  example: {
    input: {},
    output: {
      packages: [
        {
          name: 'companion',
          program: 'Bitfocus Companion',
          download_url: '/clients/companion-module-showcaller.tgz',
          guide_url: '/docs/guides/companion',
          bytes: 120_000,
        },
      ],
    },
  },
  async handle() {
    const packages = clientPackages.map(async (one) => ({
      name: one.name,
      program: one.program,
      download_url: clientPackagePath(one),
      guide_url: one.guide,
      bytes: (await files.sizeOf(one)) ?? null,
    }))
    return { packages: await Promise.all(packages) }
  },
})
