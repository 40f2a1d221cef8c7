import { alone, answerByPress, openForm, outdated, undoAnswer } from './answer.ts';
import type { Asker, Desk } from './desk.ts';
import type { Private } from './port.ts';

/** What was pressed: a button, or a form that was submitted with `text`. */
type Pressed = { readonly token: string; readonly text?: string };

/** A button counts only where it was put: its token names the route, and the press must come from the place of that route. */
export async function obeyToken(desk: Desk, asker: Asker, pressed: Pressed): Promise<Private> {
  const token = desk.tokens.read(pressed.token);
  const route = asker.routes.find(({ id }) => id === token?.route);
  if (token === null || route === undefined) return alone(outdated(desk));
  const gate = await desk.reads.gate(`g${token.gate}`);
  if (gate === undefined || (route.goal !== null && route.goal !== gate.goal)) return alone(outdated(desk));

  if (pressed.text !== undefined) {
    return token.kind === 'form' ? answerByPress(desk, asker, gate, token.revision, { value: pressed.text }) : alone(outdated(desk));
  }
  switch (token.kind) {
    case 'undo':
      if (token.revision !== gate.revision) return alone(outdated(desk));
      return undoAnswer(desk, asker, gate);
    case 'form':
      return openForm(desk, asker, gate, token.revision, pressed.token);
    case 'option': {
      // Only the options of the revision that was shown are behind its buttons; an older one is told that the question changed.
      const option = gate.expects.kind === 'choice' ? gate.expects.options[token.option]?.key : undefined;
      if (option === undefined && token.revision === gate.revision) return alone(outdated(desk));
      return answerByPress(desk, asker, gate, token.revision, option === undefined ? {} : { option });
    }
  }
}

/** A reply to a message that asked this account for a text submits the form that it stands for. Null: the message asks for none. */
export async function obeyPrompt(
  desk: Desk,
  asker: Asker,
  reply: { readonly message: string; readonly text: string },
): Promise<Private | null> {
  const prompt = await desk.reads.prompt(asker.platform, reply.message, desk.clock.now());
  if (prompt === undefined) return null;
  if (prompt.account !== asker.press.account) return alone('That message asks somebody else. Press the button of the gate yourself.');
  return obeyToken(desk, asker, { token: prompt.token, text: reply.text });
}
