import { alone, answerByPress, openForm, outdated, undoAnswer } from './answer.ts';
import type { Asker, Desk } from './desk.ts';
import type { Private } from './port.ts';

/** What was pressed: a button, or a form that was submitted with `text`. */
type Pressed = { readonly token: string; readonly text?: string };

/** A button counts only where it was put: its token names the route, and the press must come from the place of that route. */
export async function obeyToken(desk: Desk, asker: Asker, pressed: Pressed): Promise<Private> {
  const token = desk.tokens.read(pressed.token);
  const route = asker.routes.find(({ id }) => id === token?.route);
  if (token === null || route === undefined) return alone(outdated);
  const gate = await desk.reads.gate(`g${token.gate}`);
  if (gate === undefined || (route.goal !== null && route.goal !== gate.goal)) return alone(outdated);

  if (pressed.text !== undefined) {
    return token.kind === 'form' ? answerByPress(desk, asker, gate, token.revision, { value: pressed.text }) : alone(outdated);
  }
  switch (token.kind) {
    case 'undo':
      if (token.revision !== gate.revision) return alone(outdated);
      return undoAnswer(desk, asker, gate);
    case 'form':
      return openForm(desk, asker, gate, token.revision, pressed.token);
    case 'option': {
      // Only the options of the revision that was shown are behind its buttons; an older one is told that the question changed.
      const option = gate.expects.kind === 'choice' ? gate.expects.options[token.option]?.key : undefined;
      if (option === undefined && token.revision === gate.revision) return alone(outdated);
      return answerByPress(desk, asker, gate, token.revision, option === undefined ? {} : { option });
    }
  }
}
