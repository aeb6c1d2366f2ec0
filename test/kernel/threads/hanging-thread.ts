import { serveJobs } from '../../../src/kernel/threads/serve-jobs.ts'

/** Echoes its job; `hang` never ends, `throw` fails, `die` takes the whole thread with it. */
serveJobs<string, string>((job) => {
  if (job === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  if (job === 'throw') throw new Error('as asked')
  if (job === 'die') process.exit(3)
  return { result: job }
})
