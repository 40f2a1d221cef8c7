import type { Command } from 'commander';
import { connect, path } from './client.ts';
import type { GateShape } from './gate-shape.ts';
import { gateShape, stateInWords } from './gate-shape.ts';
import { printerOf } from './print.ts';

export function gateShow(gate: Command): void {
  gate
    .command('show')
    .argument('<gate>', 'its code, such as g3')
    .description('show a gate: question, options, what waits for it, what was answered')
    .addHelpText('after', '\nExample:\n  gatebell gate show g3')
    .action(async (code: string, _: unknown, command: Command) => {
      const found = await connect(process.env).get(path`/v1/gates/${code}`, gateShape);
      printerOf(command).result(found, card(found));
    });
}

/** A gate as lines for a person. */
export function card(gate: GateShape): readonly string[] {
  const options = gate.expects.options ?? [];
  return [
    `${gate.code}  ${gate.question}`,
    ...(gate.context ? [`  ${gate.context.replaceAll(/\s+/g, ' ')}`] : []),
    ...options.map((one) => `  ${one.key}: ${one.label} (${one.lets}): ${one.effect}${one.recommended === true ? '  [recommended]' : ''}`),
    `  Blocks: ${blockedInWords(gate)}. Risk: ${gate.risk}.`,
    `  Revision ${gate.revision}, asked at ${gate.asked_at}.`,
    ...(gate.due_at ? [`  Due at ${gate.due_at}.`] : []),
    `  State: ${stateInWords(gate)}`,
    ...(gate.state === 'open' ? [`  Answer with: ${answerLine(gate)}`] : []),
  ];
}

/** The command that answers this gate as it stands now. */
export function answerLine(gate: GateShape): string {
  const options = gate.expects.options ?? [];
  const word = (options.find((one) => one.recommended === true) ?? options[0])?.key ?? '"…"';
  return `gatebell gate answer ${gate.code} ${word}${gate.revision === 1 ? '' : ` --revision ${gate.revision}`}`;
}

function blockedInWords(gate: GateShape): string {
  const { lanes, todos, scopes } = gate.blocks;
  const parts = [
    ...lanes.map((lane) => `lane ${lane}`),
    ...(todos.length === 0 ? [] : [`${todos.length} ${todos.length === 1 ? 'todo' : 'todos'}`]),
    ...scopes.map((scope) => `scope ${scope}`),
  ];
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}
