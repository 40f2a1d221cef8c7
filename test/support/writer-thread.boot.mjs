// Worker threads cannot load TypeScript on Node 20 by themselves.
import { register } from 'tsx/esm/api';

register();
await import('../../db/engine/writer-thread.ts');
