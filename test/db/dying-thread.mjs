// A writer that takes work and never answers, then ends.
import { parentPort } from 'node:worker_threads';

parentPort.once('message', () => {
  throw new Error('the thread fell over');
});
