import { join } from 'node:path'
import { fs } from '../node-fs.ts'

/** The newest backup in the folder `backups` of a data folder. */
export function newestBackup(folder: string): string | undefined {
  const place = join(folder, 'backups')
  if (!fs.existsSync(place)) return undefined
  const files = fs.readdirSync(place, { withFileTypes: true }).filter((entry) => entry.isFile() && isBackup(entry.name))
  const dated = files.map(({ name }) => {
    const path = join(place, name)
    return { path, at: fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }
  })
  return dated.sort((a, b) => b.at - a.at)[0]?.path
}

function isBackup(name: string): boolean {
  return /\.(sqlite|tar)$/.test(name)
}
