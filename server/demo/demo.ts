import { parseArgs } from 'node:util';
import { tellDemo } from './tell-demo.ts';

const { values } = parseArgs({ options: { auto: { type: 'boolean', default: false }, keep: { type: 'boolean', default: false } } });

process.exitCode = await tellDemo(values);
