import { aBoard, boardHome, boardTraits } from './a-board.ts';
import { platformContract } from './platform.contract.ts';

platformContract({ name: 'a board with buttons', traits: boardTraits, open: aBoard, home: boardHome });
