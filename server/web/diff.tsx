import { parsePatch } from 'diff';
import type { FC } from 'hono/jsx';
import { Plain } from './markdown.tsx';
import { visible } from './words.ts';

/** `linesMax` and `bytesMax` are for all diffs of a gate together. */
export const diffLimits = { linesPerFileMax: 400, linesMax: 2_000, bytesMax: 256 * 1024 } as const;

/** How many lines the diffs of one gate may still show. A file takes at least one, so that a thousand empty ones end too. */
export type DiffRoom = { lines: number };

export function diffRoom(): DiffRoom {
  return { lines: diffLimits.linesMax };
}

type Patch = ReturnType<typeof parsePatch>[number];
type Hunk = Patch['hunks'][number];
type Line = { readonly old: number | null; readonly new: number | null; readonly sign: '+' | '−' | ''; readonly text: string };

/** A unified diff as tables. Agents write some that are none: those are shown as they came. */
export const Diff: FC<{ readonly text: string; readonly name: string; readonly href: string; readonly room: DiffRoom }> = ({
  text,
  name,
  href,
  room,
}) => {
  const patches = parsed(text);
  if (patches === undefined) {
    return (
      <>
        <p class="note">Not a well-formed diff; shown as it came.</p>
        <Plain text={text} label={`Text of ${visible(name)}`} />
      </>
    );
  }
  const shown: { readonly patch: Patch; readonly lines: number }[] = [];
  for (const patch of patches) {
    if (room.lines === 0) break;
    const lines = Math.min(linesOf(patch), diffLimits.linesPerFileMax, room.lines);
    room.lines -= Math.max(1, lines);
    shown.push({ patch, lines });
  }
  const hidden = patches.length - shown.length;
  return (
    <>
      {shown.map(({ patch, lines }) => (
        <FileDiff patch={patch} room={lines} href={href} />
      ))}
      {hidden > 0 ? (
        <p class="note">
          <a href={href}>{hidden === 1 ? 'One more file is in the diff' : `${hidden} more files are in the diff`}</a>
        </p>
      ) : null}
    </>
  );
};

const FileDiff: FC<{ readonly patch: Patch; readonly room: number; readonly href: string }> = ({ patch, room, href }) => {
  const file = visible(patch.newFileName ?? patch.oldFileName ?? patch.index ?? 'a file without a name');
  const hidden = linesOf(patch) - room;
  let left = room;
  return (
    <section class="diff">
      <h4 dir="auto">{file}</h4>
      {patch.hunks.length === 0 ? <p class="note">No line of it changed: it was renamed, or is not text.</p> : null}
      {room > 0 && patch.hunks.length > 0 ? (
        <figure class="scroll" tabindex={0} aria-label={`Diff of ${file}`}>
          {patch.hunks.map((hunk) => {
            const lines = numbered(hunk).slice(0, Math.max(0, left));
            left -= lines.length;
            return lines.length === 0 ? null : <HunkTable hunk={hunk} lines={lines} />;
          })}
        </figure>
      ) : null}
      {hidden > 0 ? (
        <p class="note">
          <a href={href}>{hidden === 1 ? 'The other line is in the file' : `The other ${hidden} lines are in the file`}</a>
        </p>
      ) : null}
    </section>
  );
};

const HunkTable: FC<{ readonly hunk: Hunk; readonly lines: readonly Line[] }> = ({ hunk, lines }) => (
  <table>
    <caption class="unseen">{`From line ${hunk.oldStart} before, line ${hunk.newStart} after`}</caption>
    <thead class="unseen">
      <tr>
        <th scope="col">Before</th>
        <th scope="col">After</th>
        <th scope="col">Change</th>
        <th scope="col">Text</th>
      </tr>
    </thead>
    <tbody>
      {lines.map((line) => (
        <tr class={line.sign === '+' ? 'added' : line.sign === '−' ? 'removed' : 'same'}>
          <td class="at">{line.old ?? ''}</td>
          <td class="at">{line.new ?? ''}</td>
          <td class="sign">{line.sign}</td>
          <td class="text">{visible(line.text)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

function parsed(text: string): readonly Patch[] | undefined {
  try {
    const patches = parsePatch(text);
    return patches.some((patch) => patch.hunks.length > 0 || patch.oldFileName !== undefined) ? patches : undefined;
  } catch {
    return undefined;
  }
}

function linesOf(patch: Patch): number {
  return patch.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
}

function numbered(hunk: Hunk): readonly Line[] {
  let [before, after] = [hunk.oldStart, hunk.newStart];
  return hunk.lines.map((line) => {
    const text = line.slice(1);
    switch (line[0]) {
      case '+':
        return { old: null, new: after++, sign: '+' as const, text };
      case '-':
        return { old: before++, new: null, sign: '−' as const, text };
      case '\\':
        return { old: null, new: null, sign: '' as const, text };
      default:
        return { old: before++, new: after++, sign: '' as const, text };
    }
  });
}
