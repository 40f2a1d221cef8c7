import type { FC } from 'hono/jsx';
import type { Proof } from '../../src/evidence/evidence.ts';
import type { DiffRoom } from './diff.tsx';
import { Diff, diffRoom } from './diff.tsx';
import type { Judged } from './evidence-words.ts';
import { judged } from './evidence-words.ts';
import { shownInline } from './file-types.ts';
import type { GateFacts } from './gate-facts.ts';
import { Away, Markdown, Plain } from './markdown.tsx';
import { ago, opening, visible } from './words.ts';

const verdictWords = { bad: 'bad: ', good: '', neutral: '' } as const;

/** The evidence in one line, worst first, each a link to its full form. */
export const Glance: FC<{ readonly facts: GateFacts }> = ({ facts }) => {
  const proofs = judged(facts);
  if (proofs.length === 0) return <p class="glance warn">{`${opening(visible(facts.askedBy))} gave no evidence.`}</p>;
  return (
    <ul class="glance" aria-label="Evidence at a glance">
      {proofs.map((proof) => (
        <li>
          <a class={`tag ${tone(proof)}`} href={`#${proof.of.id}`} dir="auto">
            {proof.staleBecause === null ? `${verdictWords[proof.verdict]}${visible(proof.glance)}` : `stale: ${visible(proof.glance)}`}
          </a>
        </li>
      ))}
    </ul>
  );
};

/** Each proof in full. */
export const Evidence: FC<{ readonly facts: GateFacts }> = ({ facts }) => {
  const proofs = judged(facts);
  if (proofs.length === 0) return null;
  const room = diffRoom();
  return (
    <section class="evidence" aria-labelledby="evidence">
      <h3 id="evidence">Evidence</h3>
      {proofs.map((proof) => (
        <section class="proof" id={proof.of.id} tabindex={-1}>
          <p class="marks">
            <span class={`tag ${tone(proof)}`} dir="auto">
              {visible(proof.glance)}
            </span>{' '}
            <span class="tag">{proof.strength}</span> <Age proof={proof} facts={facts} />
          </p>
          <InFull of={proof.of} facts={facts} room={room} />
          <Subject proof={proof.of.proof} />
        </section>
      ))}
    </section>
  );
};

const Age: FC<{ readonly proof: Judged; readonly facts: GateFacts }> = ({ proof, facts }) => (
  <span class={proof.staleBecause === null ? 'quiet' : 'warn'}>
    {ago(proof.of.made_at, facts.now)}
    {proof.staleBecause === null ? '' : `, stale: ${visible(proof.staleBecause)}. It proves nothing now`}
  </span>
);

type Full = { readonly of: Judged['of']; readonly facts: GateFacts; readonly room: DiffRoom };

const InFull: FC<Full> = ({ of, facts, room }) => {
  const { proof } = of;
  switch (proof.kind) {
    case 'command':
      return (
        <>
          <Plain text={proof.argv.map(quoted).join(' ')} label="Command" />
          {proof.excerpt === undefined ? null : <Plain text={proof.excerpt} label="Output" />}
          {proof.stdout_sha256 === undefined ? null : <p class="quiet">{`Digest of the output: ${proof.stdout_sha256}`}</p>}
        </>
      );
    case 'tests':
      return (
        <>
          <p dir="auto">{`${visible(proof.tool)}: ${proof.passed} passed, ${proof.failed} failed, ${proof.skipped} skipped`}</p>
          {proof.excerpt === undefined ? null : <Plain text={proof.excerpt} label="Output" />}
        </>
      );
    case 'change':
      return (
        <p dir="auto">
          {visible(proof.repo)} at <code>{visible(proof.commit)}</code>
          {proof.base === undefined ? null : (
            <>
              , from <code>{visible(proof.base)}</code>
            </>
          )}
          {proof.url === undefined ? null : (
            <>
              {': '}
              <Away to={proof.url} />
            </>
          )}
        </p>
      );
    case 'artifact':
      return <Artifact proof={proof} diff={facts.diffs.get(of.id)} facts={facts} room={room} />;
    case 'metric':
      return <p dir="auto">{`${visible(proof.name)}: ${proof.value} ${visible(proof.unit)}. ${opening(proof.better)} is better.`}</p>;
    case 'observation':
      return (
        <>
          <p>
            <Away to={proof.url} />, seen at {visible(proof.observed_at)}
          </p>
          <Plain text={proof.text} label="Observation" />
        </>
      );
    case 'statement':
      return <Markdown text={proof.text} />;
  }
};

type ArtifactProof = Extract<Proof, { kind: 'artifact' }>;

type Shown = Pick<Full, 'facts' | 'room'> & { readonly proof: ArtifactProof; readonly diff: string | undefined };

const Artifact: FC<Shown> = ({ proof, diff, facts, room }) => {
  const name = visible(proof.name);
  const href = `/files/${proof.sha256}`;
  const file = facts.files.get(proof.sha256);
  if (file === undefined) return <p class="warn">{`The file "${name}" (${proof.sha256}) is not here.`}</p>;
  if (diff !== undefined) return <Diff text={diff} name={proof.name} href={href} room={room} />;
  const inline = shownInline(file.media_type);
  if (inline?.startsWith('image/')) {
    return (
      <figure>
        <a href={href}>
          <img src={href} alt={`${name}: no description was given`} loading="lazy" />
        </a>
        <figcaption dir="auto">{`${name}, ${sizeWords(file.size)}`}</figcaption>
      </figure>
    );
  }
  if (inline?.startsWith('video/')) {
    return (
      <figure>
        {/* biome-ignore lint/a11y/useMediaCaption: evidence has no captions of its own */}
        <video src={href} controls preload="none" playsinline aria-label={`Recording "${name}"`}></video>
        <figcaption dir="auto">{`${name}, ${sizeWords(file.size)}`}</figcaption>
      </figure>
    );
  }
  return (
    <p dir="auto">
      <a href={href} download>{`Download ${name}`}</a>
      {`: ${visible(proof.media_type)}, ${sizeWords(file.size)}`}
    </p>
  );
};

const Subject: FC<{ readonly proof: Proof }> = ({ proof }) =>
  proof.subject === undefined ? null : (
    <p class="quiet" dir="auto">
      {`About ${visible(proof.subject)}${proof.subject_rev === undefined ? '' : ` at ${visible(proof.subject_rev)}`}`}
    </p>
  );

/** Colour belongs to the verdict alone, and never stands without words. */
function tone({ verdict, staleBecause }: Judged): string {
  if (staleBecause !== null) return 'stale';
  return verdict === 'neutral' ? '' : verdict;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function sizeWords(bytes: number): string {
  return bytes < 1_024 ? `${bytes} bytes` : bytes < 1_048_576 ? `${Math.ceil(bytes / 1_024)} KiB` : `${(bytes / 1_048_576).toFixed(1)} MiB`;
}
